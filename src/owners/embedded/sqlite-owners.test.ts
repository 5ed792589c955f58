import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { openShopDatabase } from '../../catalogue/sqlite/shop-database.ts'
import { ownersContract } from '../owners.contract.ts'
import { createSqliteOwners } from './sqlite-owners.ts'

ownersContract('SQLite', async (t) => {
  const path = temporaryFolder(t)
  const open = () => {
    const database = openShopDatabase({ path })
    t.after(() => database.close())
    return createSqliteOwners({ database, grantIdOf: (uid) => `grant of ${uid}`, now: () => new Date() })
  }
  return { owners: open(), reopen: async () => open() }
})
