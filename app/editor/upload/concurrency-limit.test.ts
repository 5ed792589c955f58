import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createConcurrencyLimit } from './concurrency-limit.ts'

const { signal } = new AbortController()

/** A task and its resolvers. */
function createTask(started: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const task = () => {
    started.push(name)
    return promise
  }
  return { task, resolve, reject }
}

test('createConcurrencyLimit: queued tasks start in order, even after a failed one', async () => {
  const limit = createConcurrencyLimit(2)
  const started: string[] = []
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => createTask(started, name))
  assert.ok(a && b && c && d)
  const [doneA, doneB, ...others] = [a, b, c, d].map(({ task }) => limit(task, signal))
  assert.deepEqual(started, ['a', 'b'])
  b.reject(new Error('no'))
  await assert.rejects(doneB ?? Promise.resolve())
  assert.deepEqual(started, ['a', 'b', 'c'])
  for (const { resolve } of [a, c, d]) resolve()
  await Promise.all([doneA, ...others])
  assert.deepEqual(started, ['a', 'b', 'c', 'd'])
})

test('createConcurrencyLimit: a task that is aborted in the queue does not start, and does not block the queue', async () => {
  const limit = createConcurrencyLimit(1)
  const started: string[] = []
  const first = createTask(started, 'first')
  const controller = new AbortController()
  const doneFirst = limit(first.task, signal)
  const aborted = limit(createTask(started, 'aborted').task, controller.signal)
  const last = limit(() => Promise.resolve('last'), signal)
  controller.abort()
  first.resolve()
  await doneFirst
  await assert.rejects(aborted, { name: 'AbortError' })
  assert.equal(await last, 'last')
  assert.deepEqual(started, ['first'])
})
