/**
 * Opens the accounts and owners of a data folder as a start of the shop does, and copies the folder before each call of
 * SQLite: `node opening-process.ts FOLDER COPIES`. The first copy is `COPIES/0`. What SQLite has written is with the operating
 * system when a call returns, so a copy has what a process that is killed at that moment leaves.
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, StatementSync } from 'node:sqlite'

import { pino } from 'pino'

import { openShopDatabase } from '../../../src/catalogue/sqlite/shop-database.ts'
import { openEmbeddedIdentity } from '../../../src/owners/embedded/identity.ts'

const [dataDir = '', copies = ''] = process.argv.slice(2)
let calls = 0

function copyBefore<T extends object>(prototype: T, name: keyof T): void {
  const call = prototype[name] as (...args: unknown[]) => unknown
  Object.defineProperty(prototype, name, {
    value(this: T, ...args: unknown[]) {
      cpSync(dataDir, join(copies, String(calls++)), { recursive: true })
      return call.apply(this, args)
    },
  })
}

copyBefore(DatabaseSync.prototype, 'exec')
for (const name of ['run', 'get', 'all'] as const) copyBefore(StatementSync.prototype, name)

const database = openShopDatabase({ path: dataDir })
await openEmbeddedIdentity({ database, dataDir, projectId: 'demo-shop', log: pino({ level: 'silent' }) })
process.exit()
