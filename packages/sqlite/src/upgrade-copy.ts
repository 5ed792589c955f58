import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { createPrivateFile, renameDurably } from './files.ts'
import { inspectDatabase } from './inspection.ts'

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
