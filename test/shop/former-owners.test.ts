import assert from 'node:assert/strict'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { openDatabase } from '@stockinette/sqlite/database.ts'
import { assertStartError, temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { migrations as identityMigrations } from '../../packages/identity/src/storage/schema.ts'
import { itemsFile, migrations, openShopDatabase } from '../../src/catalogue/sqlite/shop-database.ts'
import { openEmbeddedIdentity } from '../../src/owners/embedded/identity.ts'
import { copyBeforeEachCall } from '../kit/shop/killed-starts.ts'

/** How many migrations the databases had been through in the last version that kept owners with the accounts. */
const before = { identity: 6, items: 3 }

const owners = [
  { uid: 'mary', email: 'mary@example.com', since: new Date(1_000), removed: null },
  { uid: 'nimal/1 é', email: 'nimal@example.com', since: new Date(2_000), removed: null },
  { uid: 'eve', email: 'eve@evil.example', since: new Date(500), removed: 1_500 },
]
const listed = owners.slice(0, 2).map(({ uid, email, since }) => ({ uid, email, since }))

/** A data folder as the last version that kept owners with the accounts left it. */
function writeEarlierFolder(folder: string, list = owners): string {
  openDatabase(join(folder, itemsFile), migrations.slice(0, before.items)).close()
  using identity = openDatabase(join(folder, 'identity.sqlite'), identityMigrations.slice(0, before.identity))
  const add = identity.prepare('INSERT INTO owners (uid, email, since, removed_at) VALUES (?, ?, ?, ?)')
  for (const { uid, email, since, removed } of list) add.run(uid, email, since.getTime(), removed)
  return folder
}

/** The owners of a folder as the shop that starts on it knows them. */
async function startOn(folder: string) {
  using database = openShopDatabase({ path: folder })
  const log = pino({ level: 'silent' })
  const opened = await openEmbeddedIdentity({ database, dataDir: folder, projectId: 'demo-shop', log })
  try {
    return { isClaimed: await opened.owners.isClaimed(), owners: await opened.owners.list() }
  } finally {
    await opened.identity.close()
  }
}

/** What is in the files themselves: whether the earlier list is marked as moved, and the list in the shop's database. */
function lookInto(folder: string) {
  using identity = new DatabaseSync(join(folder, 'identity.sqlite'))
  using items = new DatabaseSync(join(folder, itemsFile))
  const has = (database: DatabaseSync, name: string) =>
    database.prepare('SELECT name FROM sqlite_schema WHERE name = ?').get(name) !== undefined
  const uids = has(items, 'owner')
    ? items
        .prepare('SELECT uid FROM owner')
        .all()
        .map(({ uid }) => uid)
    : []
  return { isMoved: !has(identity, 'owners'), uids }
}

describe('owners in a data folder of an earlier version', () => {
  test('are the same after the start, which can be repeated', async (t) => {
    const folder = writeEarlierFolder(temporaryFolder(t))
    for (const _ of ['first', 'second']) {
      assert.deepEqual(await startOn(folder), { isClaimed: true, owners: listed })
    }
    assert.equal(lookInto(folder).isMoved, true)
  })

  test('are never lost, and the shop is never unclaimed, if the start is killed before any call of SQLite', async (t) => {
    const { calls, killed } = await copyBeforeEachCall(t, writeEarlierFolder(temporaryFolder(t)))
    assert.ok(calls > 20, `${calls} calls`)
    assert.deepEqual(
      [killed[0], killed.at(-1)].map((start) => lookInto(start?.folder ?? '').isMoved),
      [false, true],
    )
    for (const { number, folder } of killed) {
      const { isMoved, uids } = lookInto(folder)
      if (isMoved) assert.equal(uids.length, owners.length, `marked as moved before it was copied: ${number} calls`)
      assert.deepEqual(await startOn(folder), { isClaimed: true, owners: listed }, `after ${number} calls`)
    }
  })

  test('keep an earlier version from opening the folder again', async (t) => {
    const folder = writeEarlierFolder(temporaryFolder(t))
    await startOn(folder)
    for (const [file, known] of [
      ['identity.sqlite', identityMigrations.slice(0, before.identity)],
      [itemsFile, migrations.slice(0, before.items)],
    ] as const) {
      assertStartError(() => openDatabase(join(folder, file), known), /was written by a newer version/)
    }
  })

  test('leave the shop claimed when the last one was removed', async (t) => {
    const folder = writeEarlierFolder(temporaryFolder(t), owners.slice(2))
    assert.deepEqual(await startOn(folder), { isClaimed: true, owners: [] })
  })

  test('are absent from a shop that was never claimed, also after a restart', async (t) => {
    const folder = writeEarlierFolder(temporaryFolder(t), [])
    for (const _ of ['first', 'second']) assert.deepEqual(await startOn(folder), { isClaimed: false, owners: [] })
  })

  test('are not added to a list that the shop has: accounts from a backup make nobody an owner', async (t) => {
    const folder = writeEarlierFolder(temporaryFolder(t))
    const backup = writeEarlierFolder(temporaryFolder(t), [{ ...owners[2]!, uid: 'ann', removed: null }])
    await startOn(folder)
    for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `identity.sqlite${end}`), { force: true })
    cpSync(join(backup, 'identity.sqlite'), join(folder, 'identity.sqlite'))
    assert.deepEqual(await startOn(folder), { isClaimed: true, owners: listed })
  })

  test('keep the shop from starting when they cannot be read', async (t) => {
    const folder = writeEarlierFolder(temporaryFolder(t))
    const identity = join(folder, 'identity.sqlite')
    rmSync(identity)
    cpSync(fileURLToPath(import.meta.url), identity)
    using database = openShopDatabase({ path: folder })
    const start = openEmbeddedIdentity({ database, dataDir: folder, projectId: 'x', log: pino({ level: 'silent' }) })
    const error: unknown = await start.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    assertStartError(() => {
      throw error
    }, /is damaged or not a file of this shop/)
  })
})
