import { join } from 'node:path'
import type { TestContext } from 'node:test'

import { openDatabase } from '@stockinette/sqlite/database.ts'
import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { migrations } from '../storage/schema.ts'
import { createAtomically } from '../storage/transaction.ts'
import { createDevices } from '../tokens/devices.ts'
import { createOpenSessions } from '../tokens/open-sessions.ts'
import { createSessions } from '../tokens/sessions.ts'
import { Accounts } from './accounts.ts'

/** An empty database in a folder that goes with the test, and all that keeps accounts in it. */
export function openAccounts(t: TestContext, clock = { now: Date.parse('2026-03-01T12:00:00Z') }) {
  const database = openDatabase(join(temporaryFolder(t), 'identity.sqlite'), migrations)
  t.after(() => database.close())
  const now = () => new Date(clock.now)
  const atomically = createAtomically(database)
  const sessions = createSessions(database, atomically, now)
  const devices = createDevices(database, atomically, now)
  const openSessions = createOpenSessions(database)
  const accounts = new Accounts({ database, atomically, sessions, devices, now })
  return { database, clock, atomically, sessions, openSessions, accounts }
}
