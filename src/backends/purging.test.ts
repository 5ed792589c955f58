import assert from 'node:assert/strict'
import { test } from 'node:test'

import { pino } from 'pino'

import { openDataFolder } from '../sqlite/data-folder.ts'
import { temporaryFolder } from '../sqlite/test-support.ts'
import { createSqliteStore } from '../store/sqlite/sqlite-store.ts'
import { pieceNamed } from '../store/test-support.ts'
import { keepPurging } from './purging.ts'

const dayMs = 86_400_000

test('what was removed is gone for good after thirty days, and not before', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setInterval'], now: 1_790_000_000_000 })
  const log = pino({ enabled: false })
  const folder = openDataFolder(temporaryFolder(t))
  const store = createSqliteStore({ folder, log })
  t.after(async () => {
    await store.close()
    folder.close()
  })
  using _ = keepPurging(store, log)
  const { id } = await store.add(pieceNamed('Beanie'))
  await store.remove(id)
  t.mock.timers.tick(30 * dayMs)
  assert.equal((await store.restore(id))?.removedAt, null)
  await store.remove(id)
  t.mock.timers.tick(30 * dayMs + 3_600_000)
  assert.equal(await store.isGone(id), true)
})
