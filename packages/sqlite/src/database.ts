import { accessSync, constants } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { inspectDatabase, readVersion, refuseOrphanedWal, undoUnfinishedStart } from './inspection.ts'
import { createPrivateFile } from './private-file.ts'
import { toStartError } from './start-errors.ts'
import { inTransaction } from './transaction.ts'

/**
 * How long a write waits for another program, such as a backup, that has the file locked. The whole process waits, so
 * this is short.
 */
const busyTimeoutMs = 1_000

/**
 * Commits are durable before they are answered, on macOS too, where a plain `fsync` stops at the drive's own cache. The
 * cache, up to 16 MB, holds the inner pages of the indexes of a million rows.
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
 * Opens a database file, or creates it for its own user alone, and brings it up to date. `migrations` are SQL scripts;
 * the file keeps count of those it has been through, so one that has shipped is never changed, only followed by another.
 *
 * A file that cannot be used is left exactly as it is.
 *
 * @throws StartError when the file is damaged, newer than `migrations`, not writable, in use, or its disk is full.
 */
export function openDatabase(file: string, migrations: readonly string[]): DatabaseSync {
  try {
    refuseOrphanedWal(file)
    createPrivateFile(file)
    // SQLite quietly opens a file that may only be read, and would refuse the first item instead of the start.
    accessSync(file, constants.R_OK | constants.W_OK)
    undoUnfinishedStart(file)
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
