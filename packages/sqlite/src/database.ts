import { accessSync, constants } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { toStartError, startErrors } from './errors.ts'
import { createPrivateFile } from './files.ts'
import { inspectDatabase, openToRead, readVersion, refuseOrphanedWal, rollBackUnfinishedStart } from './inspection.ts'
import { inTransaction } from './transaction.ts'
import { copyBeforeUpgrade, type UpgradeLog } from './upgrade-copy.ts'

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
 * A file that some migrations have run on is copied before the others run (`copyBeforeUpgrade`), which `log` is told. They
 * run in one transaction: after an interrupted upgrade the file is as it was.
 *
 * A file that cannot be used is not changed.
 *
 * @throws StartError when the file is damaged, newer than `migrations`, not writable, in use, or its disk is full.
 */
export function openDatabase(file: string, migrations: readonly string[], log?: UpgradeLog): DatabaseSync {
  try {
    refuseOrphanedWal(file)
    createPrivateFile(file)
    // SQLite opens a read-only file without an error, and only the first write would fail.
    accessSync(file, constants.R_OK | constants.W_OK)
    rollBackUnfinishedStart(file)
    const from = inspectDatabase(file, migrations.length)
    const to = migrations.length
    if (from > 0 && from < to) copyBeforeUpgrade(file, { from, to }, log)
    return openForWriting(file, migrations)
  } catch (error) {
    throw toStartError(error, file)
  }
}

function openForWriting(file: string, migrations: readonly string[]): DatabaseSync {
  return prepared(new DatabaseSync(file, { timeout: busyTimeoutMs }), (database) => {
    database.exec(settings)
    migrate(database, migrations)
  })
}

/** Closes a database again if `prepare` throws. */
function prepared(database: DatabaseSync, prepare: (database: DatabaseSync) => void): DatabaseSync {
  using opened = new DisposableStack()
  opened.use(database)
  prepare(database)
  opened.move()
  return database
}

function migrate(database: DatabaseSync, migrations: readonly string[]): void {
  const missing = migrations.slice(readVersion(database))
  if (missing.length === 0) return
  inTransaction(database, () => {
    for (const script of missing) database.exec(script)
    database.exec(`PRAGMA user_version = ${migrations.length}`)
  })
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
    return prepared(openToRead(file), (database) => {
      if (readVersion(database) !== version) throw startErrors.older(file)
    })
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
    return prepared(openToRead(file), readVersion)
  } catch (error) {
    throw toStartError(error, file)
  }
}
