import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createRateLimiter } from './rate-limits.ts'
import { createLimitedLines, createRepeatedLines } from './repeated-lines.ts'

test('createRepeatedLines: allows one line of a kind a minute, and says how many were left out', () => {
  let now = 0
  const take = createRepeatedLines(() => now)
  assert.deepEqual([take('full'), take('full'), take('full'), take('busy')], [{}, undefined, undefined, {}])
  now = 59_999
  assert.equal(take('full'), undefined)
  now = 60_000
  assert.deepEqual([take('full'), take('full'), take('busy')], [{ leftOut: 3 }, undefined, {}])
})

test('createLimitedLines: allows lines at a rate, and the next one says how many were left out', () => {
  let now = 0
  const take = createLimitedLines(createRateLimiter({ burst: 2, everySeconds: 1 }, () => now))
  assert.deepEqual([take('refused'), take('refused'), take('refused'), take('refused')], [{}, {}, undefined, undefined])
  now = 1_000
  assert.deepEqual([take('refused'), take('refused')], [{ leftOut: 2 }, undefined])
  now = 3_000
  assert.deepEqual([take('refused'), take('refused')], [{ leftOut: 1 }, {}])
})
