import type { DatabaseSync } from 'node:sqlite'

import { openWalFile, type SyncFile } from './wal-file.ts'

export type DurableWrites = ReturnType<typeof createDurableWrites>

/**
 * Writes to an open database that do not block the main thread while the disk syncs them.
 *
 * @param database after its migrations.
 * @param syncFile as of `openWalFile`.
 */
export function createDurableWrites(database: DatabaseSync, syncFile?: SyncFile) {
  const wal = openWalFile(database.location() as string, syncFile)
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
