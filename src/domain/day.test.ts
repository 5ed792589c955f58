import assert from 'node:assert/strict'
import { test } from 'node:test'

import { addDays, dayOf, endOf, formatDay, hasEnded, isDay } from './day.ts'

test('dayOf: the day begins at midnight in Sri Lanka', () => {
  assert.equal(dayOf(new Date('2026-11-27T18:29:59.999Z')), '2026-11-27')
  assert.equal(dayOf(new Date('2026-11-27T18:30:00.000Z')), '2026-11-28')
})

test('endOf: the next day begins then', () => {
  const end = endOf('2026-12-31')
  assert.deepEqual(
    [end - 1, end].map((time) => dayOf(new Date(time))),
    ['2026-12-31', '2027-01-01'],
  )
})

test('addDays: goes over the end of a month and a year', () => {
  assert.equal(addDays('2026-12-31', 1), '2027-01-01')
  assert.equal(addDays('2028-03-01', -1), '2028-02-29')
})

test('isDay: only days of the calendar', () => {
  for (const day of ['2026-11-27', '2028-02-29', '0001-01-01']) assert.ok(isDay(day), day)
  const others = ['2026-02-29', '2026-13-01', '2026-11-31', '26-11-27', '2026-11-27T00:00', ' 2026-11-27', '', 5, null]
  for (const other of others) assert.ok(!isDay(other), String(other))
})

test('hasEnded: the last day is included, and what has no end does not end', () => {
  const today = '2026-11-28'
  assert.deepEqual(
    ['2026-11-27', '2026-11-28', '2026-11-29', null].map((until) => hasEnded(until, today)),
    [true, false, false, false],
  )
})

test('formatDay: names the day, in every time zone of the server', () => {
  assert.equal(formatDay('2026-11-27', 'en-GB'), 'Friday 27 November')
  assert.equal(formatDay('2026-11-27', 'en-GB', 'short'), 'Fri 27 Nov')
})
