import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { assertNoScans, temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { openShopDatabase } from '../../catalogue/sqlite/shop-database.ts'
import { noticesContract } from './notices.contract.ts'
import { createSqliteNotices } from './sqlite-notices.ts'

const now = () => new Date()

noticesContract('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notices-'))
  const databases: Disposable[] = []
  const open = () => {
    const database = openShopDatabase({ path: folder })
    databases.push(database)
    return createSqliteNotices(database, now)
  }
  return {
    notices: open(),
    reopen: async () => open(),
    async dispose() {
      for (const database of databases) database[Symbol.dispose]()
      rmSync(folder, { recursive: true })
    },
  }
})

test('no query of notices scans a table', (t) => {
  using database = openShopDatabase({ path: temporaryFolder(t) })
  assertNoScans(t, database, () => createSqliteNotices(database, now))
})
