import { close, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

import { exitAfterFailedSync, toStartError } from './errors.ts'

/** Syncs an open file. Rejects with the system's error. */
export type SyncFile = (descriptor: number) => Promise<void>

const closeFile = promisify(close)

/**
 * With `synchronous = NORMAL`, SQLite commits to the log without syncing it. It syncs the log only before copying its
 * contents into the database. So commits become durable with the next sync of the log. (sqlite.org/wal.html,
 * sqlite.org/pragma.html#pragma_synchronous)
 *
 * @returns the write-ahead log of an open database: the `-wal` file next to it.
 * @param database the path of the database, which must have been written to.
 * @param syncFile lets tests simulate slow or failing disks.
 * @throws StartError when it cannot be written, although SQLite could read it: after an error the system makes a disk
 *   read-only.
 */
export function openWalFile(database: string, syncFile: SyncFile = promisify(fdatasync)) {
  const descriptor = openForWriting(`${database}-wal`)
  let last = Promise.resolve()
  let next: Promise<void> | undefined
  const syncNow = async () => {
    next = undefined
    try {
      await syncFile(descriptor)
    } catch (error) {
      exitAfterFailedSync((error as NodeJS.ErrnoException).code ?? String(error))
    }
  }
  return {
    /**
     * Makes everything committed so far durable, without blocking the main thread. Ends the process when the disk fails.
     *
     * One sync runs at a time, and all calls during it share the next one: a slow disk must not take every thread of the pool.
     */
    sync(): Promise<void> {
      if (next !== undefined) return next
      next = last.then(syncNow)
      last = next
      return next
    },
    /** Waits for pending syncs. */
    close: () => last.then(() => closeFile(descriptor)),
  }
}

function openForWriting(file: string): number {
  try {
    return openSync(file, 'r+')
  } catch (error) {
    throw toStartError(error, file)
  }
}
