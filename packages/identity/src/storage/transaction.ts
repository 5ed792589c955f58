import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'
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
