import type { DatabaseSync } from 'node:sqlite'

import { readVersion } from './inspection.ts'
import { orStorageUnavailable } from './storage-unavailable.ts'

/**
 * Tests whether a database can be written to, by writing a value that it has already. Call it outside of transactions.
 *
 * @throws StorageUnavailableError when it cannot be written to.
 */
export function tryWrite(database: DatabaseSync): void {
  orStorageUnavailable(() => database.exec(`PRAGMA user_version = ${readVersion(database)}`))
}
