import { closeSync, fsyncSync, openSync } from 'node:fs'

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
  const descriptor = openSync(file, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Makes the names of a folder's files durable. Windows cannot open folders and needs no sync. */
export function syncNames(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
