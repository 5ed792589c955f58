import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/storage-unavailable.ts'

import { isSince } from '../../../../src/owners/owners.ts'
import type { Owner, Owners } from '../../../../src/owners/owners.ts'

type Row = { uid: string; email: string; since: number }

/** Exported so that a test can ask SQLite how it goes about them. */
export const ownerQueries = {
  listOwners: 'SELECT uid, email, since FROM owners WHERE removed_at IS NULL AND since > 0 ORDER BY since, uid',
  findOwner: 'SELECT uid, email, since FROM owners WHERE uid = :uid AND removed_at IS NULL',
  putOwner: `INSERT INTO owners (uid, email, since) VALUES (:uid, :email, :now)
    ON CONFLICT (uid) DO UPDATE SET email = :email, since = :now, removed_at = NULL`,
  removeOwner: 'UPDATE owners SET removed_at = :now WHERE uid = :uid AND removed_at IS NULL',
  isClaimed: "SELECT uid FROM owners WHERE uid >= '' LIMIT 1",
}

export interface OwnerTable extends Owners {
  /** Whether an account is an owner's, however it is signed in to. */
  includes(uid: string): boolean
}

/** The list of owners beside the accounts. Whoever is removed stays in it, marked: the shop has been claimed. */
export function createOwnerTable(database: DatabaseSync, now: () => Date): OwnerTable {
  const list = database.prepare(ownerQueries.listOwners)
  const find = database.prepare(ownerQueries.findOwner)
  const put = database.prepare(ownerQueries.putOwner)
  const remove = database.prepare(ownerQueries.removeOwner)
  const isClaimed = database.prepare(ownerQueries.isClaimed)
  return {
    list: async () => orStorageUnavailable(() => (list.all() as Row[]).map(toOwner)),
    async has(signIn) {
      const row = orStorageUnavailable(() => find.get({ uid: signIn.uid })) as Row | undefined
      return row !== undefined && isSince(signIn, toOwner(row).since)
    },
    includes: (uid) => orStorageUnavailable(() => find.get({ uid })) !== undefined,
    async add({ uid, email }) {
      orStorageUnavailable(() => put.run({ uid, email, now: now().getTime() }))
    },
    async remove(uid) {
      orStorageUnavailable(() => remove.run({ uid, now: now().getTime() }))
    },
    isClaimed: async () => orStorageUnavailable(() => isClaimed.get()) !== undefined,
  }
}

function toOwner({ uid, email, since }: Row): Owner {
  return { uid, email, since: new Date(since) }
}
