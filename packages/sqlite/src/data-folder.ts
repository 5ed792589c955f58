import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { createPrivateFile } from './private-file.ts'
import { isBusy } from './result-codes.ts'
import { startErrors, toStartError } from './start-errors.ts'

/** The folder with everything that the shop keeps, held by this process alone. */
export interface DataFolder {
  /** Absolute. */
  readonly path: string
  /** Lets another process have the folder. Close what is inside first. */
  close(): void
}

/** Referenced for as long as they are held: a lock that is garbage collected would be let go of. */
const locks = new Set<DatabaseSync>()

/**
 * Takes the folder for this process, until `close` or the process ends. It is created, for its own user alone, when it
 * is missing.
 *
 * @throws StartError when another process has it, or when it is no folder that this user may write to.
 */
export function openDataFolder(path: string): DataFolder {
  const folder = resolve(path)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const lock = takeLock(folder)
    locks.add(lock)
    return {
      path: folder,
      close() {
        if (locks.delete(lock)) lock.close()
      },
    }
  } catch (error) {
    throw toStartError(error, folder)
  }
}

/**
 * The lock is a transaction, never ended, on an empty SQLite file. It is a lock of the operating system, which lets go
 * of it however the process dies, a power cut included: nothing stale is ever left to clean up, and no number of a
 * process has to be trusted. Node has no such lock of its own.
 */
function takeLock(folder: string): DatabaseSync {
  const file = join(folder, 'shop.lock')
  createPrivateFile(file)
  const lock = new DatabaseSync(file)
  try {
    // No journal file: nothing is ever written, so there is nothing to undo.
    lock.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    throw isBusy(error) ? startErrors.folderInUse(folder) : toStartError(error, file)
  }
}
