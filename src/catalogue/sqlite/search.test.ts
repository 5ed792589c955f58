import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import { pino } from 'pino'

import { searchContract } from '../search/search.contract.ts'
import { SqliteStore } from './sqlite-store.ts'

searchContract('SQLite store', async () => {
  const path = mkdtempSync(join(tmpdir(), 'stockinette-'))
  const folder = openDataFolder(path)
  const store = new SqliteStore({ folder, log: pino({ enabled: false }) })
  return {
    store,
    put: async (items) => void (await store.put(items)),
    dispose: async () => {
      await store.close()
      folder.close()
      rmSync(path, { recursive: true })
    },
  }
})
