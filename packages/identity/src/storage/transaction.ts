import type { DatabaseSync } from 'node:sqlite'

import { createDurableWrites, type SyncFile } from '@stockinette/sqlite/durable-writes.ts'
import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'
import { createGroupCommit } from '@stockinette/sqlite/group-commit.ts'
import { inTransaction } from '@stockinette/sqlite/transaction.ts'

/**
 * Runs synchronous `work` atomically. It is durable when this returns. A nested call joins the outer transaction.
 *
 * @throws what `work` throws; StorageUnavailableError.
 */
export type Atomically = <T>(work: () => T) => T

export function createAtomically(database: DatabaseSync): Atomically {
  return (work) => orStorageUnavailable(() => (database.isTransaction ? work() : inTransaction(database, work)))
}

/**
 * Runs synchronous `work` atomically, at the end of this turn of the event loop, in one transaction with all other work of
 * the turn. Work that fails is rolled back alone. Resolves with its result once that is durable.
 *
 * Rejects with what `work` throws, and with StorageUnavailableError.
 */
export type AtomicallyInGroup = <T>(work: () => T) => Promise<T>

/**
 * @param database after its migrations.
 * @param syncFile as of `createDurableWrites`.
 */
export function createGroupedTransactions(database: DatabaseSync, syncFile?: SyncFile) {
  const durable = createDurableWrites(database, syncFile)
  const attempt = createAttempt(database)
  const groups = createGroupCommit((works: readonly (() => void)[]) => {
    const runAll = () => works.forEach((work) => work())
    return durable.write(() => orStorageUnavailable(() => inTransaction(database, runAll)))
  })
  return {
    atomically: async <T>(work: () => T): Promise<T> => {
      const { promise: outcome, resolve } = Promise.withResolvers<Outcome<T>>()
      await groups.add(() => resolve(attempt(work)))
      return (await outcome)()
    },
    /** Waits for pending work. Call it before closing the database. */
    async close(): Promise<void> {
      await groups.settled()
      await durable.close()
    },
  }
}

/** Returns the result of the work, or throws its error. */
type Outcome<T> = () => T

/** Runs work in a savepoint, so that it can be rolled back alone. */
function createAttempt(database: DatabaseSync): <T>(work: () => T) => Outcome<T> {
  const begin = database.prepare('SAVEPOINT work')
  const keep = database.prepare('RELEASE work')
  const undo = database.prepare('ROLLBACK TO work')
  return (work) => {
    begin.run()
    try {
      const result = work()
      keep.run()
      return () => result
    } catch (error) {
      // After some failures (a full disk is one) SQLite has already rolled back the whole transaction.
      if (!database.isTransaction) throw error
      undo.run()
      keep.run()
      return () => {
        throw error
      }
    }
  }
}
