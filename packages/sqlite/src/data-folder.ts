import { accessSync, constants, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { createFolder } from './create-folder.ts'
import { toDiskFailure } from './disk-failure.ts'
import { startErrors, toStartError } from './errors.ts'
import { createPrivateFile } from './files.ts'

/** The folder with all data of the application, locked by this process. */
export interface DataFolder {
  /** An absolute path. */
  readonly path: string
  /** Releases the lock. Close every file in the folder first. */
  close(): void
}

/** A file that is in a data folder from the beginning of a restore to its end. */
export const restoreMarker = 'restore-unfinished'

export interface DataFolderOptions {
  /** Whether the folder is opened by a restore. Anything else refuses a folder whose restore has not ended. */
  readonly isRestoring?: boolean
}

/** @throws StartError when a restore into the folder has not ended. */
export function requireRestored(folder: string): void {
  if (existsSync(join(folder, restoreMarker))) throw startErrors.unfinishedRestore(folder)
}

/** Keeps the locks referenced: garbage collection would release them. */
const locks = new Set<DatabaseSync>()

/**
 * Locks the folder until `close` is called or the process ends. Creates it, accessible to its owner only, when it is
 * missing.
 *
 * @throws StartError when another process has locked it, when a restore into it has not ended, or when it is not a folder
 *   that this user may write to.
 */
export function openDataFolder(path: string, { isRestoring = false }: DataFolderOptions = {}): DataFolder {
  const folder = resolve(path)
  try {
    if (!isRestoring) requireRestored(folder)
    createFolder(folder)
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
 * The lock is an open transaction on an empty SQLite file, and so a file lock of the operating system. The system releases
 * it when the process dies for any reason, so there are no stale locks and no process ids to check. Node has no file lock
 * of its own.
 */
function takeLock(folder: string): DatabaseSync {
  const file = join(folder, 'shop.lock')
  createPrivateFile(file)
  const lock = new DatabaseSync(file)
  try {
    // Nothing is ever written, so no journal file is needed.
    lock.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    throw toDiskFailure(error) === 'in-use' ? startErrors.folderInUse(folder) : toStartError(error, file)
  }
}
