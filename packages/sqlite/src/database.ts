import { accessSync, constants, closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { toStartError, startErrors } from './errors.ts'
import { inspectDatabase, readVersion, refuseOrphanedWal, rollBackUnfinishedStart } from './inspection.ts'
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

/**
 * Creates an empty file that only its owner may read. An existing file is not changed.
 *
 * @throws the system's error when the file does not exist and cannot be created.
 */
export function createPrivateFile(file: string): void {
  try {
    // Exclusive: do not even open an existing file. Closing it would release every lock that SQLite holds on it in this
    // process (sqlite.org/howtocorrupt.html, 2.2).
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Opens a database file read-only, whether or not another process has it open. A transaction sees the file as it was at
 * its first read.
 *
 * @param version how many migrations must have run on the file.
 * @throws StartError when the file is missing, damaged, older or newer, or may not be read.
 */
export function openReadOnly(file: string, version: number): DatabaseSync {
  try {
    refuseOrphanedWal(file)
    inspectDatabase(file, version)
    const database = new DatabaseSync(file, { readOnly: true })
    if (readVersion(database) === version) return database
    database.close()
    throw startErrors.older(file)
  } catch (error) {
    throw toStartError(error, file)
  }
}

/**
 * Opens a database file read-only, whichever migrations have run on it. A file that is missing is not
 * created.
 *
 * @throws StartError when the file is missing, damaged, or may not be read.
 */
export function openAnyVersionReadOnly(file: string): DatabaseSync {
  try {
    refuseOrphanedWal(file)
    rollBackUnfinishedStart(file)
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      readVersion(database)
      return database
    } catch (error) {
      database.close()
      throw error
    }
  } catch (error) {
    throw toStartError(error, file)
  }
}
