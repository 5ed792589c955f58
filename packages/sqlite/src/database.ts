import { accessSync, constants } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { inspectDatabase, readVersion, refuseOrphanedWal, rollBackUnfinishedStart } from './inspection.ts'
import { createPrivateFile } from './private-file.ts'
import { toStartError } from './start-errors.ts'
import { inTransaction } from './transaction.ts'

/**
 * How long a write waits for another program, such as a backup, that has the file locked. This is short because it blocks
 * the whole process.
 */
const busyTimeoutMs = 1_000

/**
 * A commit is durable when it returns, also on macOS, where a plain `fsync` only reaches the drive's cache. A page cache
 * of 16 MB holds the inner pages of the indexes of a million rows.
 */
const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA fullfsync = ON;
  PRAGMA checkpoint_fullfsync = ON;
  PRAGMA foreign_keys = ON;
  PRAGMA cache_size = -16384;
  PRAGMA journal_size_limit = ${16 * 1024 * 1024};
`

/**
 * Opens a database file, or creates it with access for its owner only, and runs the migrations that are missing.
 * `migrations` are SQL scripts. The file stores how many have run, so never change a released one: append another.
 *
 * A file that cannot be used is not changed.
 *
 * @throws StartError when the file is damaged, newer than `migrations`, not writable, in use, or its disk is full.
 */
export function openDatabase(file: string, migrations: readonly string[]): DatabaseSync {
  try {
    refuseOrphanedWal(file)
    createPrivateFile(file)
    // SQLite opens a read-only file without an error, and only the first write would fail.
    accessSync(file, constants.R_OK | constants.W_OK)
    rollBackUnfinishedStart(file)
    inspectDatabase(file, migrations.length)
    return openForWriting(file, migrations)
  } catch (error) {
    throw toStartError(error, file)
  }
}

function openForWriting(file: string, migrations: readonly string[]): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  try {
    database.exec(settings)
    migrate(database, migrations)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function migrate(database: DatabaseSync, migrations: readonly string[]): void {
  for (const [index, script] of migrations.entries()) {
    if (index < readVersion(database)) continue
    inTransaction(database, () => {
      database.exec(script)
      database.exec(`PRAGMA user_version = ${index + 1}`)
    })
  }
}
