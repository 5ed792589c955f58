import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createRepeatedLines } from './repeated-lines.ts'

test('createRepeatedLines: allows one line of a kind a minute, and says how many were left out', () => {
  let now = 0
  const take = createRepeatedLines(() => now)
  assert.deepEqual([take('full'), take('full'), take('full'), take('busy')], [0, undefined, undefined, 0])
  now = 59_999
  assert.equal(take('full'), undefined)
  now = 60_000
  assert.deepEqual([take('full'), take('full'), take('busy')], [3, undefined, 0])
})
