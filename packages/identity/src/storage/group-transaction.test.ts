import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

import { openDatabase } from '@stockinette/sqlite/database.ts'
import { assertOneLine, temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { createAccountTable } from '../accounts/account-table.ts'
import { openAccounts } from '../accounts/test-support.ts'
import { migrations } from './schema.ts'
import { createGroupedTransactions } from './transaction.ts'

function openGrouped(t: TestContext) {
  const store = openAccounts(t)
  const grouped = createGroupedTransactions(store.database)
  return { ...store, grouped, atomically: grouped.atomically }
}

describe('a group transaction: concurrent changes', () => {
  it('are stored, each with its own result', async (t) => {
    const { accounts, atomically, grouped } = openGrouped(t)
    const uids = ['mary', 'john', 'anne']
    const made = await Promise.all(uids.map((uid) => atomically(() => accounts.create({ uid }).uid)))
    assert.deepEqual(made, uids)
    for (const uid of uids) assert.equal(accounts.find(uid)?.uid, uid)
    await grouped.close()
  })

  it('fail individually: a failed one stores nothing, all others are stored', async (t) => {
    const { accounts, atomically, grouped } = openGrouped(t)
    const [first, broken, last] = await Promise.allSettled([
      atomically(() => accounts.create({ uid: 'mary' })),
      atomically(() => {
        accounts.create({ uid: 'john' })
        accounts.create({ uid: 'mary' })
      }),
      atomically(() => accounts.create({ uid: 'anne' })),
    ])
    assert.deepEqual([first.status, broken.status, last.status], ['fulfilled', 'rejected', 'fulfilled'])
    assert.equal(broken.status === 'rejected' && broken.reason.code, 'DUPLICATE_LOCAL_ID')
    assert.deepEqual(
      ['mary', 'john', 'anne'].map((uid) => accounts.find(uid)?.uid),
      ['mary', undefined, 'anne'],
    )
    await grouped.close()
  })

  it('all fail if the group cannot be written; later ones are stored', async (t) => {
    const { accounts, atomically, database, grouped } = openGrouped(t)
    const other = new DatabaseSync(database.location() as string)
    other.exec('BEGIN IMMEDIATE')
    const refused = { code: 'storage-unavailable' }
    await Promise.all([
      assert.rejects(
        atomically(() => accounts.create({ uid: 'mary' })),
        refused,
      ),
      assert.rejects(
        atomically(() => accounts.create({ uid: 'john' })),
        refused,
      ),
    ])
    other.exec('ROLLBACK')
    other.close()
    await atomically(() => accounts.create({ uid: 'mary' }))
    assert.equal(accounts.find('john'), undefined)
    await grouped.close()
  })

  it('are stored before the service closes', async (t) => {
    const { accounts, atomically, grouped } = openGrouped(t)
    const made = atomically(() => accounts.create({ uid: 'mary' }))
    await grouped.close()
    assert.equal((await made).uid, 'mary')
  })

  it('ends the process with one line when the disk fails to sync; the restart has every acknowledged change', (t) => {
    const file = join(temporaryFolder(t), 'identity.sqlite')
    const module = fileURLToPath(new URL('./test-support-failing-sync-process.ts', import.meta.url))
    const { status, stdout, stderr } = spawnSync(process.execPath, [module, file], { encoding: 'utf8' })
    assert.equal(status, 1)
    assertOneLine(stderr.trimEnd(), /^The disk failed .*\(EIO\).*start again\.$/)
    const told = stdout.trimEnd().split('\n')
    assert.equal(told.length, 4)
    const database = openDatabase(file, migrations)
    const { find } = createAccountTable(database)
    for (const uid of told) assert.equal(find(uid)?.uid, uid)
    database.close()
  })

  it('do not make other transactions less durable', async (t) => {
    const { accounts, atomically, database, grouped } = openGrouped(t)
    const full = database.prepare('PRAGMA synchronous').get()
    await atomically(() => accounts.create({ uid: 'mary' }))
    assert.deepEqual(database.prepare('PRAGMA synchronous').get(), full)
    await grouped.close()
  })
})
