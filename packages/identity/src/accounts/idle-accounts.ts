import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'

import type { Atomically } from '../storage/transaction.ts'

/**
 * Anonymous accounts that are not known to be in use. Every method throws StorageUnavailableError.
 */
export interface IdleAccounts {
  /** Whether there are more than `count` anonymous accounts, idle or not. */
  hasMoreThan(count: number): boolean
  /** Lists accounts that were last used before a time: at most `atMost` after `after`, least recently used first. */
  list(before: Date, atMost: number, after?: IdleAccount): readonly IdleAccount[]
  /**
   * Deletes accounts that have not been used since they were listed.
   *
   * @param inUse are kept, and never listed again.
   * @returns the number of deleted accounts.
   */
  remove(accounts: readonly IdleAccount[], inUse: ReadonlySet<string>): number
}

/** A row of the index by last use. */
export interface IdleAccount {
  readonly last_refresh_at: number
  readonly uid: string
}

/** Must be exactly the condition of the index `accounts_unclaimed`, or SQLite does not use the index. */
const unclaimed = 'email IS NULL AND phone_number IS NULL AND custom_auth = 0 AND is_kept = 0'

/** Exported so that a test can check the query plans. */
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
