/**
 * A process for tests: creates accounts in the database named on its command line, one after the other, and prints the
 * id of each account that was stored. Only the fifth sync to disk fails.
 */
import { fdatasync } from 'node:fs'
import { promisify } from 'node:util'

import { openDatabase } from '@stockinette/sqlite/database.ts'

import { createStores } from '../context.ts'
import { migrations } from './schema.ts'
import { createGroupedTransactions } from './transaction.ts'

const syncFile = promisify(fdatasync)
let syncs = 0

const database = openDatabase(process.argv[2] ?? '', migrations)
const { accounts } = createStores(database, () => new Date())
const grouped = createGroupedTransactions(database, async (descriptor) => {
  syncs += 1
  if (syncs === 5) throw Object.assign(new Error('i/o error'), { code: 'EIO' })
  await syncFile(descriptor)
})

for (;;) {
  const { uid } = await grouped.atomically(() => accounts.create())
  process.stdout.write(`${uid}\n`)
}
