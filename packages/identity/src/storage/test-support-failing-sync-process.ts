/**
 * A process for tests: creates accounts in the database named on its command line, one after the other, and prints the
 * id of each account that was stored. Only the fifth sync to disk fails.
 */
import { fdatasync } from 'node:fs'
import { promisify } from 'node:util'

import { openDatabase } from '@stockinette/sqlite/database.ts'

import { Accounts } from '../accounts/accounts.ts'
import { createDevices } from '../tokens/devices.ts'
import { createSessions } from '../tokens/sessions.ts'
import { migrations } from './schema.ts'
import { createAtomically, createGroupedTransactions } from './transaction.ts'

const syncFile = promisify(fdatasync)
let syncs = 0

const database = openDatabase(process.argv[2] ?? '', migrations)
const now = () => new Date()
const atomically = createAtomically(database)
const sessions = createSessions(database, atomically, now)
const devices = createDevices(database, atomically, now)
const accounts = new Accounts({ database, atomically, sessions, devices, now })
const grouped = createGroupedTransactions(database, async (descriptor) => {
  syncs += 1
  if (syncs === 5) throw Object.assign(new Error('i/o error'), { code: 'EIO' })
  await syncFile(descriptor)
})

for (;;) {
  const { uid } = await grouped.atomically(() => accounts.create())
  process.stdout.write(`${uid}\n`)
}
