import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openShopDatabase } from '../../catalogue/sqlite/shop-database.ts'
import { ownersContract } from '../owners.contract.ts'
import { createSqliteOwners } from './sqlite-owners.ts'

ownersContract('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'owners-'))
  const databases: Disposable[] = []
  const open = () => {
    const database = openShopDatabase({ path: folder })
    databases.push(database)
    return createSqliteOwners({ database, grantIdOf: (uid) => `grant of ${uid}`, now: () => new Date() })
  }
  return {
    owners: open(),
    reopen: async () => open(),
    async dispose() {
      for (const database of databases) database[Symbol.dispose]()
      rmSync(folder, { recursive: true })
    },
  }
})
