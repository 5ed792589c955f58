import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createBoundedQueue } from './bounded-queue.ts'

test('createBoundedQueue: few tasks run at once, a bounded number waits, and more are refused', async () => {
  const queue = createBoundedQueue({ concurrency: 2, maxWaiting: 3 })
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  let running = 0
  let most = 0
  const task = async () => {
    running += 1
    most = Math.max(most, running)
    await gate
    running -= 1
    return 'done'
  }
  const accepted = Array.from({ length: 5 }, () => queue(task))
  await assert.rejects(queue(task), { code: 'shop-busy', retryAfterSeconds: 5 })
  open()
  assert.deepEqual(await Promise.all(accepted), Array(5).fill('done'))
  assert.equal(most, 2)
  assert.equal(await queue(task), 'done')
})

test('createBoundedQueue: a task that fails makes room for the next one', async () => {
  const queue = createBoundedQueue({ concurrency: 1, maxWaiting: 1 })
  await assert.rejects(
    queue(() => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.equal(await queue(async () => 'done'), 'done')
})
