import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/storage-unavailable.ts'
import { inTransaction } from '@stockinette/sqlite/transaction.ts'

/**
 * Runs `work`, which may not wait for anything, all or not at all; durable once this returns. Within another one it is
 * a part of that.
 *
 * @throws what `work` throws; StorageUnavailableError when the storage fails.
 */
export type Atomically = <T>(work: () => T) => T

export function createAtomically(database: DatabaseSync): Atomically {
  return (work) => orStorageUnavailable(() => (database.isTransaction ? work() : inTransaction(database, work)))
}
