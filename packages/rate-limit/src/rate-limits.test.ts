import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createRateLimiter } from './rate-limits.ts'

const twoThenOneEachMinute = { burst: 2, everySeconds: 60 }

test('take: a key allows its burst at once, then one in each interval', () => {
  let now = 0
  const limiter = createRateLimiter(twoThenOneEachMinute, () => now)
  const take = () => limiter.take('mary')
  assert.deepEqual([take(), take(), take(), take()], [0, 0, 60, 60])
  now += 45_000
  assert.equal(take(), 15)
  now += 15_000
  assert.deepEqual([take(), take()], [0, 60])
  now += 120_000
  assert.deepEqual([take(), take(), take()], [0, 0, 60])
})

test('giveBack: allows one more', () => {
  const limiter = createRateLimiter(twoThenOneEachMinute, () => 0)
  limiter.take('mary')
  limiter.take('mary')
  limiter.giveBack('mary')
  assert.deepEqual([limiter.take('mary'), limiter.take('mary')], [0, 60])
})

test('take: 200,000 other keys do not reset the count of a key', () => {
  const limiter = createRateLimiter(twoThenOneEachMinute, () => 0)
  while (limiter.take('mary') === 0);
  for (let n = 0; n < 200_000; n++) limiter.take(String(n))
  assert.equal(limiter.take('mary'), 60)
})

test('take: keys with the same hash share a count', () => {
  const limiter = createRateLimiter(twoThenOneEachMinute, () => 0, 1)
  assert.deepEqual(
    ['mary', 'anne', 'ruth'].map((key) => limiter.take(key)),
    [0, 0, 60],
  )
})
