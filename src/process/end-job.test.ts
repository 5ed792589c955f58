import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { pino } from 'pino'

import type { Day } from '../domain/day.ts'
import { createClockCheck, type ClockCheck } from './clock-check.ts'
import { startEndJob } from './end-job.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const log = pino({ enabled: false })
/** Friday afternoon in Sri Lanka. */
const friday = Date.parse('2026-11-27T12:00:00+05:30')

/** A job that ends one thing. `days` has the days on which it was asked to. */
function start(t: TestContext, createCheck: () => ClockCheck = trust, fail = () => {}) {
  t.mock.timers.enable({ apis: ['Date', 'setInterval'], now: friday })
  const days: Day[] = []
  const end = async (today: Day) => {
    fail()
    return days.push(today)
  }
  const job = startEndJob({ ends: { end }, distrustClock: createCheck(), log })
  t.after(() => job[Symbol.asyncDispose]())
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms)
    await settle()
  }
  return { days, pass }
}

/** Lets what was started run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

const trust = () => createClockCheck({ monotonic: Date.now })

test('end job: runs at the start', async (t) => {
  const { days } = start(t)
  await settle()
  assert.deepEqual(days, ['2026-11-27'])
})

test('end job: runs within a minute of midnight in Sri Lanka, and not before', async (t) => {
  const { days, pass } = start(t)
  await pass(12 * 60 * minuteMs - 1)
  assert.deepEqual(days, ['2026-11-27'])
  await pass(minuteMs)
  assert.deepEqual(days, ['2026-11-27', '2026-11-28'])
})

test('end job: while the clock is distrusted, it ends nothing', async (t) => {
  let jumpMs = 0
  const { days, pass } = start(t, () => createClockCheck({ monotonic: () => Date.now() - jumpMs }))
  await settle()
  jumpMs = 2 * dayMs
  await pass(jumpMs)
  assert.deepEqual(days, ['2026-11-27'])
  await pass(2 * dayMs)
  assert.deepEqual(days, ['2026-11-27', '2026-12-01'])
})

test('end job: after a start that was weeks after the last run, it ends nothing', async (t) => {
  const lastSeen = new Date(friday - 15 * dayMs)
  const { days } = start(t, () => createClockCheck({ lastSeen, monotonic: Date.now }))
  await settle()
  assert.deepEqual(days, [])
})

test('end job: what fails is tried again', async (t) => {
  const failures = [new Error('The disk is full.')]
  const fail = () => {
    const error = failures.pop()
    if (error) throw error
  }
  const { days, pass } = start(t, trust, fail)
  await pass(dayMs)
  assert.deepEqual(days, ['2026-11-28'])
})

test('end job: stops once what it is ending has ended, and begins nothing more', async () => {
  const first = Promise.withResolvers<number>()
  const asked: string[] = []
  const ends = {
    first: (day: Day) => (asked.push(day), first.promise),
    second: async (day: Day) => asked.push(day),
  }
  const job = startEndJob({ ends, distrustClock: () => undefined, log })
  await settle()
  let isStopped = false
  const stopped = job[Symbol.asyncDispose]().then(() => (isStopped = true))
  await settle()
  assert.deepEqual([asked.length, isStopped], [1, false])
  first.resolve(1)
  await stopped
  assert.equal(asked.length, 1)
})
