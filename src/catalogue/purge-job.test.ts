import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { createClockCheck } from '../process/clock-check.ts'
import { startPurgeJob } from './purge-job.ts'
import { SqliteStore } from './sqlite/sqlite-store.ts'
import { itemNamed } from './test-support.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Opens a store, at a time that passes only by `tick`, and a log. `messages` returns those of warnings and errors. */
function open(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout', 'setInterval'], now: 1_790_000_000_000 })
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
  const messages = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
  const folder = openDataFolder(temporaryFolder(t))
  const store = new SqliteStore({ folder, log })
  t.after(async () => {
    await store.close()
    folder.close()
  })
  return { store, log, messages }
}

test('purge job: a removed item is purged after thirty days, and not before', async (t) => {
  const { store, log } = open(t)
  using _ = startPurgeJob({ store, log, distrustClock: () => undefined })
  const { id } = await store.add(itemNamed('Beanie'))
  await store.remove(id)
  t.mock.timers.tick(30 * dayMs)
  assert.equal((await store.restore(id))?.removedAt, null)
  await store.remove(id)
  t.mock.timers.tick(30 * dayMs + hourMs)
  assert.equal(await store.isGone(id), true)
})

test('purge job: purges in a process that ends before an hour is over', async (t) => {
  const { store, log } = open(t)
  const { id } = await store.add(itemNamed('Beanie'))
  await store.remove(id)
  t.mock.timers.setTime(Date.now() + 31 * dayMs)
  using _ = startPurgeJob({ store, log, distrustClock: () => undefined })
  t.mock.timers.tick(minuteMs)
  assert.equal(await store.isGone(id), false)
  t.mock.timers.tick(4 * minuteMs)
  assert.equal(await store.isGone(id), true)
})

test('purge job: purges nothing when the clock jumped a month ahead', async (t) => {
  const { store, log, messages } = open(t)
  const distrustClock = createClockCheck({ monotonic: () => 0 }) // The wall clock advances, and no time has passed.
  using _ = startPurgeJob({ store, log, distrustClock })
  const { id } = await store.add(itemNamed('Beanie'))
  await store.remove(id)
  t.mock.timers.tick(31 * dayMs)
  assert.equal((await store.restore(id))?.removedAt, null)
  assert.deepEqual(new Set(messages()), new Set(['the purge of removed items is skipped']))
})

test('purge job: a failure is logged, and an hour later it purges again', async (t) => {
  const { store, log, messages } = open(t)
  const { id } = await store.add(itemNamed('Beanie'))
  await store.remove(id)
  const purge = t.mock.fn(store.purge.bind(store))
  purge.mock.mockImplementationOnce(() => Promise.reject(new Error('The disk is full.')))
  t.mock.timers.setTime(Date.now() + 31 * dayMs)
  using _ = startPurgeJob({ store: { purge }, log, distrustClock: () => undefined })
  t.mock.timers.tick(5 * minuteMs)
  await setImmediate()
  assert.deepEqual(messages(), ['the purge of removed items failed; next attempt in an hour'])
  assert.equal(await store.isGone(id), false)
  t.mock.timers.tick(hourMs)
  assert.equal(await store.isGone(id), true)
})
