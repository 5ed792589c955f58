import { close, fdatasync, openSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'

import { exitAfterFailedSync, toStartError } from './errors.ts'

/** Syncs an open file. Rejects with the system's error. */
export type SyncFile = (descriptor: number) => Promise<void>

export type DurableWrites = ReturnType<typeof createDurableWrites>

/**
 * Writes to an open database that do not block the main thread while the disk syncs them.
 *
 * @param database after its migrations.
 * @param syncFile lets tests simulate slow or failing disks.
 * @throws StartError when the write-ahead log cannot be written, although SQLite could read it: after an error the system
 *   makes a disk read-only.
 */
export function createDurableWrites(database: DatabaseSync, syncFile: SyncFile = promisify(fdatasync)) {
  const wal = openWalFile(`${database.location()}-wal`, syncFile)
  return {
    /**
     * Runs synchronous `work`, which commits its own transactions. Others see its changes at once. Resolves with its result
     * once they, and all commits before them, are durable.
     *
     * Rejects with what `work` throws. Ends the process when the disk fails to sync.
     */
    async write<T>(work: () => T): Promise<T> {
      const result = withoutSync(database, work)
      await wal.sync()
      return result
    },
    /** Waits for pending syncs. Call it before closing the database. */
    close: () => wal.close(),
  }
}

/** Runs `work`, which commits without a sync: its changes become durable together with the next write that is synced. */
export function withoutSync<T>(database: DatabaseSync, work: () => T): T {
  database.exec('PRAGMA synchronous = NORMAL')
  try {
    return work()
  } finally {
    database.exec('PRAGMA synchronous = FULL')
  }
}

const closeFile = promisify(close)

/**
 * The write-ahead log of an open database. With `synchronous = NORMAL`, SQLite commits to the log without syncing it. It
 * syncs the log only before copying its contents into the database. So commits become durable with the next sync of the
 * log. (sqlite.org/wal.html, sqlite.org/pragma.html#pragma_synchronous)
 */
function openWalFile(file: string, syncFile: SyncFile) {
  const descriptor = openForWriting(file)
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
