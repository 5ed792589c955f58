import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/storage-unavailable.ts'

import type { Atomically } from '../storage/transaction.ts'

/**
 * Tells accounts with which somebody made something from those that only came by. Every method throws ShopError
 * `storage-unavailable` when the storage fails.
 */
export interface Makers {
  /** Notes that an account makes something. */
  note(uid: string): void
  /** Whether there are more anonymous accounts that made nothing than `count`. */
  hasMoreThan(count: number): boolean
  /**
   * Removes some anonymous accounts that made nothing and were last seen before a moment. Goes through them from `from`
   * on, at most `atMost` at a time, and returns where it goes on; `undefined` at the end.
   */
  removeIdle(before: Date, atMost: number, from?: Place): { removed: number; next: Place | undefined }
}

/** An account's place in the order of when accounts were last seen. */
export interface Place {
  readonly last_refresh_at: number
  readonly uid: string
}

/** To the letter that of the index `accounts_unclaimed`, or it would not be used. */
const unclaimed = 'email IS NULL AND phone_number IS NULL AND custom_auth = 0 AND has_made = 0'

/** Exported so that a test can ask SQLite how it goes about them. */
export const makerQueries = {
  noteMaker: 'UPDATE accounts SET has_made = 1 WHERE uid = :uid AND has_made = 0',
  findBeyond: `SELECT uid FROM accounts INDEXED BY accounts_unclaimed
    WHERE ${unclaimed} AND last_refresh_at > -1 ORDER BY last_refresh_at, uid LIMIT 1 OFFSET :count`,
  listIdle: `SELECT last_refresh_at, uid FROM accounts INDEXED BY accounts_unclaimed
    WHERE ${unclaimed} AND (last_refresh_at, uid) > (:at, :after) AND last_refresh_at < :before
    ORDER BY last_refresh_at, uid LIMIT :atMost`,
  removeIdle: `DELETE FROM accounts WHERE uid = :uid
    AND NOT EXISTS (SELECT 1 FROM provider_links WHERE provider_links.uid = :uid)`,
}

const start: Place = { last_refresh_at: -1, uid: '' }

export function createMakers(database: DatabaseSync, atomically: Atomically): Makers {
  const note = database.prepare(makerQueries.noteMaker)
  const findBeyond = database.prepare(makerQueries.findBeyond)
  const listIdle = database.prepare(makerQueries.listIdle)
  const remove = database.prepare(makerQueries.removeIdle)
  return {
    note: (uid) => void orStorageUnavailable(() => note.run({ uid })),
    hasMoreThan: (count) => orStorageUnavailable(() => findBeyond.get({ count })) !== undefined,
    removeIdle: (before, atMost, from = start) =>
      atomically(() => {
        const place = { at: from.last_refresh_at, after: from.uid }
        const idle = listIdle.all({ ...place, before: before.getTime(), atMost }) as unknown as Place[]
        const removed = idle.reduce((count, { uid }) => count + Number(remove.run({ uid }).changes), 0)
        return { removed, next: idle.length === atMost ? idle.at(-1) : undefined }
      }),
  }
}
