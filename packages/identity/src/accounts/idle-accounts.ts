import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/storage-unavailable.ts'

import type { Atomically } from '../storage/transaction.ts'

/**
 * Anonymous accounts, as far as they are not known to be in use. Every method throws StorageUnavailableError
 * when the storage fails.
 */
export interface IdleAccounts {
  /** Whether there are more anonymous accounts, seen or not, than `count`. */
  hasMoreThan(count: number): boolean
  /** Lists at most `atMost` that were last seen before a moment, from `after` on in the order in which they were seen. */
  list(before: Date, atMost: number, after?: IdleAccount): readonly IdleAccount[]
  /**
   * Removes accounts, those that are in use by now aside.
   *
   * @param inUse is kept for good: it is not listed again.
   * @returns how many were removed.
   */
  remove(accounts: readonly IdleAccount[], inUse: ReadonlySet<string>): number
}

/** An account's place in the order of when accounts were last seen. */
export interface IdleAccount {
  readonly last_refresh_at: number
  readonly uid: string
}

/** To the letter that of the index `accounts_unclaimed`, or it would not be used. */
const unclaimed = 'email IS NULL AND phone_number IS NULL AND custom_auth = 0 AND is_kept = 0'

/** Exported so that a test can ask SQLite for the plan of each. */
export const idleAccountQueries = {
  keep: 'UPDATE accounts SET is_kept = 1 WHERE uid = :uid AND is_kept = 0',
  findBeyond: `SELECT uid FROM accounts INDEXED BY accounts_unclaimed
    WHERE ${unclaimed} AND last_refresh_at > -1 ORDER BY last_refresh_at, uid LIMIT 1 OFFSET :count`,
  listIdle: `SELECT last_refresh_at, uid FROM accounts INDEXED BY accounts_unclaimed
    WHERE ${unclaimed} AND (last_refresh_at, uid) > (:at, :after) AND last_refresh_at < :before
    ORDER BY last_refresh_at, uid LIMIT :atMost`,
  removeIdle: `DELETE FROM accounts WHERE uid = :uid AND last_refresh_at = :at AND ${unclaimed}
    AND NOT EXISTS (SELECT 1 FROM provider_links WHERE provider_links.uid = :uid)`,
}

const firstAccount: IdleAccount = { last_refresh_at: -1, uid: '' }

export function createIdleAccounts(database: DatabaseSync, atomically: Atomically): IdleAccounts {
  const keep = database.prepare(idleAccountQueries.keep)
  const findBeyond = database.prepare(idleAccountQueries.findBeyond)
  const listIdle = database.prepare(idleAccountQueries.listIdle)
  const remove = database.prepare(idleAccountQueries.removeIdle)
  return {
    hasMoreThan: (count) => orStorageUnavailable(() => findBeyond.get({ count })) !== undefined,
    list: (before, atMost, after = firstAccount) =>
      orStorageUnavailable(() => {
        const from = { at: after.last_refresh_at, after: after.uid }
        return listIdle.all({ ...from, before: before.getTime(), atMost }) as unknown as IdleAccount[]
      }),
    remove: (accounts, inUse) =>
      atomically(() => {
        let removed = 0
        for (const { uid, last_refresh_at: at } of accounts) {
          if (inUse.has(uid)) keep.run({ uid })
          else removed += Number(remove.run({ uid, at }).changes)
        }
        return removed
      }),
  }
}
