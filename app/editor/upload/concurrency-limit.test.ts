import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createLane } from './concurrency-limit.ts'

const { signal } = new AbortController()

/** Some work, and what ends it. */
function createWork(begun: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const work = () => {
    begun.push(name)
    return promise
  }
  return { work, resolve, reject }
}

test('so many at a time, and the others in their order, whatever becomes of those before', async () => {
  const lane = createLane(2)
  const begun: string[] = []
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => createWork(begun, name))
  assert.ok(a && b && c && d)
  const [doneA, doneB, ...others] = [a, b, c, d].map(({ work }) => lane(work, signal))
  assert.deepEqual(begun, ['a', 'b'])
  b.reject(new Error('no'))
  await assert.rejects(doneB ?? Promise.resolve())
  assert.deepEqual(begun, ['a', 'b', 'c'])
  for (const { resolve } of [a, c, d]) resolve()
  await Promise.all([doneA, ...others])
  assert.deepEqual(begun, ['a', 'b', 'c', 'd'])
})

test('what is aborted before its turn is not begun, and keeps nobody waiting', async () => {
  const lane = createLane(1)
  const begun: string[] = []
  const first = createWork(begun, 'first')
  const controller = new AbortController()
  const doneFirst = lane(first.work, signal)
  const aborted = lane(createWork(begun, 'aborted').work, controller.signal)
  const last = lane(() => Promise.resolve('last'), signal)
  controller.abort()
  first.resolve()
  await doneFirst
  await assert.rejects(aborted, { name: 'AbortError' })
  assert.equal(await last, 'last')
  assert.deepEqual(begun, ['first'])
})
