import type { DatabaseSync } from 'node:sqlite'

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
