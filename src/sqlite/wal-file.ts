import { close, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

import { ShopError } from '../domain/errors.ts'
import { problems } from '../domain/messages.ts'

/** The write-ahead log of a database that is open, which lies beside it for as long as it is. */
export interface WalFile {
  /**
   * Makes all that was committed so far durable, without holding the main thread up. Rejects with ShopError
   * `storage-unavailable` when the disk fails.
   */
  sync(): Promise<void>
  close(): Promise<void>
}

const syncFile = promisify(fdatasync)
const closeFile = promisify(close)

/**
 * With `synchronous = NORMAL`, SQLite commits to the log without syncing it, and syncs it before what stands in it goes
 * to the database itself. So what was committed is durable as soon as the log is synced once more. (sqlite.org/wal.html,
 * sqlite.org/pragma.html#pragma_synchronous)
 *
 * @param database the path of the database, which has been written to.
 */
export function openWalFile(database: string): WalFile {
  const descriptor = openSync(`${database}-wal`, 'r+')
  return {
    async sync() {
      try {
        await syncFile(descriptor)
      } catch (error) {
        throw new ShopError('storage-unavailable', problems.storageUnavailable, { cause: error })
      }
    },
    close: () => closeFile(descriptor),
  }
}
