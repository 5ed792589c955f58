import { closeSync, openSync } from 'node:fs'

/**
 * Creates an empty file that only the shop's own user may read; a file that is there is left as it is.
 *
 * @throws the system's error when the file can neither be found nor created.
 */
export function createPrivateFile(file: string): void {
  try {
    // Exclusive: an existing file must not even be opened, since closing it again would drop every lock that SQLite
    // holds on it in this process (sqlite.org/howtocorrupt.html, 2.2).
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
