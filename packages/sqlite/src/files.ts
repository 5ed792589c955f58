import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'

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

/** Makes a file, which is not a database that is open, durable. @throws the system's error. */
export function syncFile(file: string): void {
  syncOpened(file, 'r+')
}

/** Makes the names of a folder's files durable. Windows cannot open folders and needs no sync. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') syncOpened(folder, 'r')
}

function syncOpened(path: string, flag: 'r' | 'r+'): void {
  const descriptor = openSync(path, flag)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Gives a complete file its name, in the same folder: whatever happens, the file of that name is the old one or the new one.
 * It is durable when this returns.
 */
export function renameDurably(complete: string, file: string): void {
  syncFile(complete)
  renameSync(complete, file)
  syncFolder(dirname(file))
}

/** Writes or replaces a file, for its owner only: whole and durable when this returns. */
export function writeDurably(file: string, text: string): void {
  const unfinished = `${file}.unfinished`
  rmSync(unfinished, { force: true })
  writeFileSync(unfinished, text, { flag: 'wx', mode: 0o600 })
  renameDurably(unfinished, file)
}

/** Whether a path is a folder or in it. Both are absolute. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way
}
