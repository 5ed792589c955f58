import { closeSync, openSync } from 'node:fs'

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
