import { existsSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { startErrors } from './errors.ts'
import { createPrivateFile, renameDurably } from './files.ts'
import { inspectDatabase, readVersion } from './inspection.ts'

/** Where an upgrade is told of; pino's loggers are such. */
export interface UpgradeLog {
  info(fields: object, message: string): void
}

/** The copy of a database as it was when this many migrations had run on it. */
export function upgradeCopyOf(file: string, version: number): string {
  return `${file}.version-${version}`
}

/**
 * Copies a database before it is upgraded: a single file, complete and durable once this returns, for its owner only. It
 * replaces a copy of the same version; copies of other versions stay.
 *
 * The file itself is only read. What an interrupted copy leaves is deleted by the next one.
 *
 * @throws the error of SQLite or of the system.
 */
export function copyBeforeUpgrade(file: string, { from, to }: { from: number; to: number }, log?: UpgradeLog): void {
  const copy = upgradeCopyOf(file, from)
  const unfinished = `${copy}.unfinished`
  remove(unfinished)
  try {
    writeCopy(file, unfinished)
    inspectDatabase(unfinished, from)
    renameDurably(unfinished, copy)
  } catch (error) {
    remove(unfinished)
    throw error
  }
  const message = `${basename(file)} is upgraded from version ${from} to ${to}; as it was, it is kept in ${copy}`
  log?.info({ file, copy }, message)
}

/**
 * Undoes an upgrade of a database that no process has open: `copyBeforeUpgrade` made the copy. Does nothing if the file has the
 * version. Whatever happens meanwhile, the file is the newer one or the copy.
 *
 * @param version 0 if there was no file.
 * @throws StartError if the file has other contents in its `-wal` file that cannot be moved; the error of SQLite or of the
 *   system. Nothing is changed then.
 */
export function putBackUpgradeCopy(file: string, version: number): void {
  if (!existsSync(file)) return
  if (version === 0) {
    for (const end of ['-wal', '-shm', '']) rmSync(file + end, { force: true })
    return
  }
  // Closing moves the contents of the `-wal` file, which must not be next to the copy, into the file.
  const database = new DatabaseSync(file)
  const found = readVersion(database)
  database.close()
  if (found === version) return
  // Another program has the file open, or nothing can be written. SQLite says neither.
  if (existsSync(`${file}-wal`)) throw startErrors.notClosed(file)
  const copy = upgradeCopyOf(file, version)
  inspectDatabase(copy, version)
  renameDurably(copy, file)
}

/** Deletes a copy that is not complete, with the journal of its transaction. */
function remove(unfinished: string): void {
  for (const end of ['', '-journal']) rmSync(unfinished + end, { force: true })
}

/** SQLite fills an existing file only if it is empty, and does not sync it. It reads what is in the `-wal` file, too. */
function writeCopy(file: string, copy: string): void {
  createPrivateFile(copy)
  using database = new DatabaseSync(file, { readOnly: true })
  database.prepare('VACUUM INTO :copy').run({ copy })
}
