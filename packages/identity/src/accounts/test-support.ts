import { join } from 'node:path'
import type { TestContext } from 'node:test'

import { openDatabase } from '@stockinette/sqlite/database.ts'
import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { createStores } from '../context.ts'
import { migrations } from '../storage/schema.ts'

/** An empty database in a folder that goes with the test, and all that keeps accounts in it. */
export function openAccounts(t: TestContext, clock = { now: Date.parse('2026-03-01T12:00:00Z') }) {
  const database = openDatabase(join(temporaryFolder(t), 'identity.sqlite'), migrations)
  t.after(() => database.close())
  return { database, clock, ...createStores(database, () => new Date(clock.now)) }
}
