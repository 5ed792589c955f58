import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { startErrors } from './start-errors.ts'

/**
 * Files up to this size, some 200,000 items, are read in full to find damage: about a second when the disk is slow. Of a
 * larger one only its header, length and schema are looked at and the first row of each table, or a start would take
 * as long as the disk does.
 */
const fullCheckBytes = 64 * 1024 * 1024

/** No database that holds anything is smaller than its first page. */
const smallestPageBytes = 512

/**
 * Looks at a database file, empty or not, before anything writes to it.
 *
 * Through a connection that can only read: an ordinary one would, when closed, move what the `-wal` file holds into a
 * file that we refuse, and delete the `-wal`.
 *
 * @throws StartError when the file is damaged, not ours, or newer than `knownVersion`.
 */
export function inspectDatabase(file: string, knownVersion: number): void {
  // SQLite takes a file of a single byte for an empty one and writes over it.
  if (sizeOf(file) > 0 && sizeOf(file) < smallestPageBytes) throw startErrors.damaged(file)
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const version = readVersion(database)
    if (version > knownVersion) throw startErrors.newer(file, version, knownVersion)
    if (version === 0 && hasTables(database)) throw startErrors.damaged(file)
    if (sizeOf(file) > fullCheckBytes) readFirstRows(database)
    else if (!isSound(database)) throw startErrors.damaged(file)
  } finally {
    database.close()
  }
}

/** How many migrations the file has been through. */
export function readVersion(database: DatabaseSync): number {
  return database.prepare('PRAGMA user_version').get()?.['user_version'] as number
}

function hasTables(database: DatabaseSync): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined
}

/** Reads every page, but doesn't compare the indexes with their tables: that takes eight times as long. */
function isSound(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok'
}

/** SQLite throws when it meets a damaged page on the way. */
function readFirstRows(database: DatabaseSync): void {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  for (const { name } of tables) database.prepare(`SELECT * FROM "${String(name)}" LIMIT 1`).get()
}

/**
 * SQLite takes a `-wal` beside a missing or empty file for a leftover and deletes it, and with it every item that was
 * not yet moved to the file itself.
 *
 * @throws StartError when that would happen.
 */
export function refuseOrphanedWal(file: string): void {
  if (sizeOf(file) === 0 && sizeOf(`${file}-wal`) > 0) throw startErrors.withoutItsFile(file)
}

/** In bytes; 0 when there is no such file. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** A start that was cut off while it created the file leaves a journal that only a writing connection can undo. */
export function undoUnfinishedStart(file: string): void {
  if (!existsSync(`${file}-journal`)) return
  const database = new DatabaseSync(file)
  try {
    readVersion(database)
  } finally {
    database.close()
  }
}
