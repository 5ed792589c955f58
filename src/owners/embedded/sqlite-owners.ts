import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'

import { isSince, type Owner, type Owners } from '../owners.ts'
import { copyFormerOwners } from './former-owners.ts'

type Row = { uid: string; email: string; since: number }

/** Exported so that a test can ask SQLite for the plan of each. */
export const ownerQueries = {
  listOwners: 'SELECT uid, email, since FROM owner WHERE removed_at IS NULL AND since > 0 ORDER BY since, uid',
  findOwner: 'SELECT uid, email, since FROM owner WHERE uid = :uid AND removed_at IS NULL',
  putOwner: `INSERT INTO owner (uid, email, since) VALUES (:uid, :email, :now)
    ON CONFLICT (uid) DO UPDATE SET email = :email, since = :now, removed_at = NULL`,
  removeOwner: 'UPDATE owner SET removed_at = :now WHERE uid = :uid AND removed_at IS NULL',
  isClaimed: "SELECT uid FROM owner WHERE uid >= '' LIMIT 1",
}

export interface SqliteOwnersOptions {
  /** The shop's database, with its migrations behind it. */
  readonly database: DatabaseSync
  /** The database of the identity service, which had the list of owners in earlier versions. It may be missing. */
  readonly identityFile: string
  readonly now: () => Date
}

export interface SqliteOwners extends Owners {
  /** Whether an account is an owner's, whenever it signed in. */
  includes(uid: string): boolean
}

/**
 * The list of owners in the shop's database. An owner who is removed stays in it, marked: the shop has been claimed.
 *
 * A list that an earlier version left in the database of the identity service is here once this returns, so that a
 * claimed shop never counts as unclaimed.
 *
 * @throws StartError when that database cannot be read; ShopError `storage-unavailable`.
 */
export function createSqliteOwners({ database, identityFile, now }: SqliteOwnersOptions): SqliteOwners {
  copyFormerOwners(database, identityFile)
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
