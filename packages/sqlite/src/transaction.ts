import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from './errors.ts'
import { readVersion } from './inspection.ts'

/**
 * Runs `work` in one transaction, which is durable when this returns.
 *
 * @throws the error of `work` or of SQLite; the transaction is rolled back then.
 */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // After some errors, such as a full disk, SQLite has already rolled back, and a second rollback would fail.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/**
 * Tests whether a database can be written to, by writing a value that it has already. Call it outside of transactions.
 *
 * @throws StorageUnavailableError when it cannot be written to.
 */
export function tryWrite(database: DatabaseSync): void {
  orStorageUnavailable(() => database.exec(`PRAGMA user_version = ${readVersion(database)}`))
}
