import { DatabaseSync } from 'node:sqlite'

import { inspectDatabase, readVersion, refuseOrphanedWal } from './inspection.ts'
import { startErrors, toStartError } from './start-errors.ts'

/**
 * Opens a database file for reading alone, beside a process that has it open or when none has. In a transaction it shows
 * the file as it is at the first look, whatever is written meanwhile.
 *
 * @param version how many migrations the file must have been through.
 * @throws StartError when the file is missing, damaged, older or newer, or may not be read.
 */
export function openForReading(file: string, version: number): DatabaseSync {
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
