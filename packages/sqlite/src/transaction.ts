import type { DatabaseSync } from 'node:sqlite'

/**
 * Runs `work` in one transaction, which is durable once this returns.
 *
 * @throws what `work` or SQLite throws; nothing of the transaction is kept then.
 */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // After some failures (a full disk is one) SQLite has rolled back already, and refuses to do it twice.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
