import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

import { toDiskFailure } from './disk-failure.ts'
import { startErrors } from './errors.ts'

/**
 * Files up to this size, about 200,000 items, are checked in full, which takes a second on a slow disk. In a larger file,
 * only the header, the length, the schema and the first row of each table are checked, to keep the start fast.
 */
const fullCheckBytes = 64 * 1024 * 1024

/** A database that is not empty has at least one page of this size. */
const smallestPageBytes = 512

/**
 * Checks a database file, which may be empty, before anything writes to it.
 *
 * The connection is read-only: closing a normal one would move the contents of the `-wal` file into a file that we
 * refuse, and delete the `-wal`.
 *
 * @returns how many migrations have run on the file.
 * @throws StartError when the file is damaged, belongs to another program, or is newer than `knownVersion`.
 */
export function inspectDatabase(file: string, knownVersion: number): number {
  // SQLite treats a file of a single byte as empty and overwrites it.
  if (sizeOf(file) > 0 && sizeOf(file) < smallestPageBytes) throw startErrors.damaged(file)
  using database = openToRead(file)
  const version = readVersion(database)
  if (version > knownVersion) throw startErrors.newer(file, version, knownVersion)
  if (version === 0 && hasTables(database)) throw startErrors.damaged(file)
  if (sizeOf(file) > fullCheckBytes) readFirstRows(database)
  else if (!passesQuickCheck(database)) throw startErrors.damaged(file)
  return version
}

/**
 * Opens a file only to read it. Even then SQLite makes files next to one in WAL mode, unless it knows that nothing can change it, as
 * on a read-only disk.
 */
export function openToRead(file: string): DatabaseSync {
  const url = pathToFileURL(file)
  if (sizeOf(`${file}-wal`) === 0 && isOnReadOnlyDisk(file)) url.searchParams.set('immutable', '1')
  return new DatabaseSync(url, { readOnly: true })
}

function isOnReadOnlyDisk(file: string): boolean {
  try {
    accessSync(dirname(file), constants.W_OK)
    return false
  } catch (error) {
    return toDiskFailure(error) === 'read-only'
  }
}

/** How many migrations have run on the file. */
export function readVersion(database: DatabaseSync): number {
  return database.prepare('PRAGMA user_version').get()?.['user_version'] as number
}

function hasTables(database: DatabaseSync): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined
}

/** Reads every page. Does not compare the indexes with their tables, which takes eight times as long. */
function passesQuickCheck(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok'
}

/** SQLite throws when it reads a damaged page. */
function readFirstRows(database: DatabaseSync): void {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  for (const { name } of tables) {
    const statement = database.prepare(`SELECT * FROM "${String(name)}" LIMIT 1`)
    // Node throws when it reads a larger number otherwise.
    statement.setReadBigInts(true)
    statement.get()
  }
}

/**
 * SQLite considers a `-wal` next to a missing or empty file to be stale and deletes it, with every commit that was not
 * yet copied into the file itself.
 *
 * @throws StartError when that would happen.
 */
export function refuseOrphanedWal(file: string): void {
  if (sizeOf(file) === 0 && sizeOf(`${file}-wal`) > 0) throw startErrors.orphanedWal(file)
}

/** In bytes; 0 when there is no such file. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** A start that was interrupted while creating the file leaves a journal, which only a writable connection rolls back. */
export function rollBackUnfinishedStart(file: string): void {
  if (!existsSync(`${file}-journal`)) return
  using database = new DatabaseSync(file)
  readVersion(database)
}
