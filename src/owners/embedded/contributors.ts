import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'

/**
 * The accounts that have added items, as items don't say who added them. Their accounts are kept, however long they are
 * not used. Every method throws ShopError `storage-unavailable` when the storage fails.
 */
export interface Contributors {
  /** Notes that an account adds an item; to be called before it does. Durable when it returns. */
  note(uid: string): void
  includes(uid: string): boolean
}

/** Exported so that a test can ask SQLite for the plan of each. */
export const contributorQueries = {
  noteContributor: 'INSERT INTO contributor (uid) VALUES (:uid) ON CONFLICT (uid) DO NOTHING',
  findContributor: 'SELECT uid FROM contributor WHERE uid = :uid',
}

/** @param database the shop's database, with its migrations behind it. */
export function createContributors(database: DatabaseSync): Contributors {
  const note = database.prepare(contributorQueries.noteContributor)
  const find = database.prepare(contributorQueries.findContributor)
  const includes = (uid: string) => orStorageUnavailable(() => find.get({ uid })) !== undefined
  return {
    note(uid) {
      if (!includes(uid)) orStorageUnavailable(() => note.run({ uid }))
    },
    includes,
  }
}
