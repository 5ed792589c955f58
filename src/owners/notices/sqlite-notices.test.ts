import assert from 'node:assert/strict'
import { test } from 'node:test'

import { assertNoScans, temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { openShopDatabase } from '../../catalogue/sqlite/shop-database.ts'
import { noticesContract } from './notices.contract.ts'
import { createSqliteNotices } from './sqlite-notices.ts'

const now = () => new Date()

noticesContract('SQLite', async (t) => {
  const path = temporaryFolder(t)
  const open = () => {
    const database = openShopDatabase({ path })
    t.after(() => database.close())
    return createSqliteNotices(database, now)
  }
  return { notices: open(), reopen: async () => open() }
})

test('notices: of more than a thousand the oldest make room, apart from the newest of each kind', async (t) => {
  using database = openShopDatabase({ path: temporaryFolder(t) })
  const notices = createSqliteNotices(database, now)
  for (const about of ['94771234567', '94771234568']) await notices.add({ kind: 'number', by: null, about })
  const addOne = database.prepare("INSERT INTO owner_notice (at, kind, about) VALUES (0, 'payment', '')")
  for (let count = 0; count < 1_000; count++) addOne.run()
  await notices.add({ kind: 'payment', by: null, about: 'last' })
  const [{ count } = {}] = database.prepare('SELECT count(*) AS count FROM owner_notice').all()
  assert.equal(count, 1_001)
  const listed = (await notices.listFor('mary')).map(({ about }) => about)
  assert.deepEqual([listed[0], listed.at(-1)], ['last', '94771234568'])
})

test('no query of notices scans a table', (t) => {
  using database = openShopDatabase({ path: temporaryFolder(t) })
  assertNoScans(t, database, () => createSqliteNotices(database, now))
})
