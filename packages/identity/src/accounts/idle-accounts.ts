import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'

import type { Atomically } from '../storage/transaction.ts'

/** A row of the index by last use. */
export interface IdleAccount {
  readonly last_refresh_at: number
  readonly uid: string
}

/** Must be exactly the condition of the index `accounts_unclaimed`, or SQLite does not use the index. */
const unclaimed = 'email IS NULL AND phone_number IS NULL AND custom_auth = 0 AND is_kept = 0'

const firstAccount: IdleAccount = { last_refresh_at: -1, uid: '' }

export type IdleAccounts = ReturnType<typeof createIdleAccounts>

/** Anonymous accounts that are not known to be in use. Every method throws StorageUnavailableError. */
export function createIdleAccounts(database: DatabaseSync, atomically: Atomically) {
  const keep = database.prepare('UPDATE accounts SET is_kept = 1 WHERE uid = :uid AND is_kept = 0')
  const findBeyond = database.prepare(`SELECT uid FROM accounts INDEXED BY accounts_unclaimed
    WHERE ${unclaimed} AND last_refresh_at > -1 ORDER BY last_refresh_at, uid LIMIT 1 OFFSET :count`)
  const listIdle = database.prepare(`SELECT last_refresh_at, uid FROM accounts INDEXED BY accounts_unclaimed
    WHERE ${unclaimed} AND (last_refresh_at, uid) > (:at, :after) AND last_refresh_at < :before
    ORDER BY last_refresh_at, uid LIMIT :atMost`)
  const remove = database.prepare(`DELETE FROM accounts WHERE uid = :uid AND last_refresh_at = :at AND ${unclaimed}
    AND NOT EXISTS (SELECT 1 FROM provider_links WHERE provider_links.uid = :uid)`)
  return {
    /** Whether there are more than `count` anonymous accounts, idle or not. */
    hasMoreThan: (count: number): boolean => orStorageUnavailable(() => findBeyond.get({ count })) !== undefined,
    /** Lists accounts that were last used before a time: at most `atMost` after `after`, least recently used first. */
    list: (before: Date, atMost: number, after = firstAccount): readonly IdleAccount[] =>
      orStorageUnavailable(() => {
        const from = { at: after.last_refresh_at, after: after.uid }
        return listIdle.all({ ...from, before: before.getTime(), atMost }) as unknown as IdleAccount[]
      }),
    /**
     * Deletes accounts that have not been used since they were listed.
     *
     * @param inUse are kept, and never listed again.
     * @returns the number of deleted accounts.
     */
    remove: (accounts: readonly IdleAccount[], inUse: ReadonlySet<string>): number =>
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
