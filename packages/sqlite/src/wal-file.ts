import { close, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

import { endAfterFailedSync } from './failed-sync.ts'

/** The write-ahead log of a database that is open, which lies beside it for as long as it is. */
export interface WalFile {
  /**
   * Makes all that was committed so far durable, without holding the main thread up. Ends the process when the disk
   * fails.
   */
  sync(): Promise<void>
  close(): Promise<void>
}

/** Rejects with the system's error. */
export type SyncFile = (descriptor: number) => Promise<void>

const closeFile = promisify(close)

/**
 * With `synchronous = NORMAL`, SQLite commits to the log without syncing it, and syncs it before what stands in it goes
 * to the database itself. So what was committed is durable as soon as the log is synced once more. (sqlite.org/wal.html,
 * sqlite.org/pragma.html#pragma_synchronous)
 *
 * @param database the path of the database, which has been written to.
 * @param syncFile for tests, of disks that are slow or fail.
 */
export function openWalFile(database: string, syncFile: SyncFile = promisify(fdatasync)): WalFile {
  const descriptor = openSync(`${database}-wal`, 'r+')
  return {
    async sync() {
      try {
        await syncFile(descriptor)
      } catch (error) {
        endAfterFailedSync((error as NodeJS.ErrnoException).code ?? String(error))
      }
    },
    close: () => closeFile(descriptor),
  }
}
