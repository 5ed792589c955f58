import { DatabaseSync } from 'node:sqlite'

import { inspectDatabase, readVersion, refuseOrphanedWal, rollBackUnfinishedStart } from './inspection.ts'
import { startErrors, toStartError } from './start-errors.ts'

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
