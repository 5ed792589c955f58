import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { isDue, newestUntil } from './backup-schedule.ts'

const hourMs = 3_600_000
const now = new Date('2026-11-22T13:00:00.000Z')
const hoursAgo = (...hours: number[]) => hours.map((each) => new Date(now.getTime() - each * hourMs))

describe('isDue', () => {
  for (const [what, times, expected] of [
    ['without a backup', [], true],
    ['an hour after a backup', hoursAgo(1), false],
    ['23 hours after a backup', hoursAgo(23), false],
    ['a day after a backup', hoursAgo(24), true],
    ['a day after the newest backup', hoursAgo(72, 24, 48), true],
    ['an hour after the newest backup, in any order', hoursAgo(25, 1, 49), false],
    ['half an hour before a backup: the clock was corrected', hoursAgo(-0.5), false],
    ['the clock jumped 30 days ahead', hoursAgo(30 * 24 + 1), true],
    ['the clock jumped 30 days back, and nothing was backed up since', hoursAgo(-30 * 24, -29 * 24), true],
    ['the clock jumped 30 days back, an hour after a backup with the new time', hoursAgo(-30 * 24, 1), false],
  ] as const) {
    test(`${what}: ${expected}`, () => assert.equal(isDue(times, now), expected))
  }
})

test('newestUntil: a backup from the future is not the newest', () => {
  const [yesterday] = hoursAgo(24)
  assert.deepEqual(newestUntil([...hoursAgo(-720, 48), yesterday ?? now], now), yesterday)
  assert.equal(newestUntil(hoursAgo(-720), now), undefined)
})
