/**
 * Opens the accounts and owners of a data folder as a start of the shop does, and kills itself before a call of SQLite:
 * `node moving-owners-process.ts FOLDER NUMBER`. It prints `opened` when there were not that many.
 */
import { DatabaseSync, StatementSync } from 'node:sqlite'

import { pino } from 'pino'

import { openShopDatabase } from '../../../src/catalogue/sqlite/shop-database.ts'
import { openEmbeddedIdentity } from '../../../src/owners/embedded/identity.ts'

const [dataDir = '', number = ''] = process.argv.slice(2)
let left = Number(number)

function killBefore<T extends object>(prototype: T, name: keyof T): void {
  const call = prototype[name] as (...args: unknown[]) => unknown
  Object.defineProperty(prototype, name, {
    value(this: T, ...args: unknown[]) {
      if (left === 0) process.kill(process.pid, 'SIGKILL')
      left -= 1
      return call.apply(this, args)
    },
  })
}

killBefore(DatabaseSync.prototype, 'exec')
for (const name of ['run', 'get', 'all'] as const) killBefore(StatementSync.prototype, name)

const database = openShopDatabase({ path: dataDir })
await openEmbeddedIdentity({ database, dataDir, projectId: 'demo-shop', log: pino({ level: 'silent' }) })
process.stdout.write('opened')
process.exit()
