import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { createClockCheck } from '../process/clock-check.ts'
import { startPurgeJob } from './purge-job.ts'
import { SqliteStore } from './sqlite/sqlite-store.ts'
import { itemNamed } from './test-support.ts'

const dayMs = 86_400_000

function open(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date', 'setInterval'], now: 1_790_000_000_000 })
  const log = pino({ enabled: false })
  const folder = openDataFolder(temporaryFolder(t))
  const store = new SqliteStore({ folder, log })
  t.after(async () => {
    await store.close()
    folder.close()
  })
  return { store, log }
}

test('purge job: a removed item is purged after thirty days, and not before', async (t) => {
  const { store, log } = open(t)
  using _ = startPurgeJob({ store, log, distrustClock: createClockCheck({ monotonic: Date.now }) })
  const { id } = await store.add(itemNamed('Beanie'))
  await store.remove(id)
  t.mock.timers.tick(30 * dayMs)
  assert.equal((await store.restore(id))?.removedAt, null)
  await store.remove(id)
  t.mock.timers.tick(30 * dayMs + 3_600_000)
  assert.equal(await store.isGone(id), true)
})

test('purge job: purges nothing when the clock jumped a month ahead', async (t) => {
  const { store, log } = open(t)
  const jumps = createClockCheck({ monotonic: () => 0 })
  using _ = startPurgeJob({ store, log, distrustClock: jumps })
  const { id } = await store.add(itemNamed('Beanie'))
  await store.remove(id)
  t.mock.timers.tick(31 * dayMs)
  assert.equal((await store.restore(id))?.removedAt, null)
})
