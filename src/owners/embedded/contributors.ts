import type { DatabaseSync } from 'node:sqlite'

import { withoutSync } from '@stockinette/sqlite/durable-writes.ts'
import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'
import { LRUCache } from 'lru-cache'

/**
 * The accounts that have added items, as items don't say who added them. Their accounts are kept, however long they are
 * not used. Every method throws ShopError `storage-unavailable` when the storage fails.
 *
 * @param database the shop's database, with its migrations behind it.
 */
export function createContributors(database: DatabaseSync) {
  const note = database.prepare('INSERT INTO contributor (uid) VALUES (:uid) ON CONFLICT (uid) DO NOTHING')
  const find = database.prepare('SELECT uid FROM contributor WHERE uid = :uid')
  const includes = (uid: string): boolean => orStorageUnavailable(() => find.get({ uid })) !== undefined
  /** The accounts that added items last. */
  const noted = new LRUCache<string, true>({ max: 1_000 })
  return {
    /**
     * Notes that an account adds an item; to be called before it does. Durable together with the item: both are in one
     * write-ahead log.
     */
    note(uid: string): void {
      if (noted.has(uid)) return
      if (!includes(uid)) orStorageUnavailable(() => withoutSync(database, () => note.run({ uid })))
      noted.set(uid, true)
    },
    includes,
  }
}
