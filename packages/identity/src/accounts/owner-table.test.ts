import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openDatabase } from '@stockinette/sqlite/database.ts'

import { ownersContract } from '../../../../src/owners/owners.contract.ts'
import { migrations } from '../storage/schema.ts'
import { createOwnerTable } from './owner-table.ts'

ownersContract('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'owners-'))
  const databases: Disposable[] = []
  const open = () => {
    const database = openDatabase(join(folder, 'identity.sqlite'), migrations)
    databases.push(database)
    return createOwnerTable(database, () => new Date())
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
