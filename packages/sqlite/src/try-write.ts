import type { DatabaseSync } from 'node:sqlite'

import { readVersion } from './inspection.ts'
import { orStorageUnavailable } from './storage-unavailable.ts'

/**
 * Writes to a database what is there already, to see whether it can be written to. To be called outside of transactions.
 *
 * @throws StorageUnavailableError when it cannot.
 */
export function tryWrite(database: DatabaseSync): void {
  orStorageUnavailable(() => database.exec(`PRAGMA user_version = ${readVersion(database)}`))
}
