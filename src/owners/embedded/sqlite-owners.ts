import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'
import pLimit from 'p-limit'

import { isSince, type Owner, type Owners } from '../owners.ts'
import { copyFormerOwners } from './former-owners.ts'

type Row = { uid: string; email: string; since: number }

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
  const list = database.prepare(
    'SELECT uid, email, since FROM owner WHERE removed_at IS NULL AND since > 0 ORDER BY since, uid',
  )
  const find = database.prepare('SELECT uid, email, since FROM owner WHERE uid = :uid AND removed_at IS NULL')
  const put = database.prepare(`INSERT INTO owner (uid, email, since) VALUES (:uid, :email, :now)
    ON CONFLICT (uid) DO UPDATE SET email = :email, since = :now, removed_at = NULL`)
  const remove = database.prepare('UPDATE owner SET removed_at = :now WHERE uid = :uid AND removed_at IS NULL')
  const isClaimed = database.prepare("SELECT uid FROM owner WHERE uid >= '' LIMIT 1")
  const oneAtATime = pLimit(1) // The data folder is locked: there is no other process.
  const isClaimedNow = () => orStorageUnavailable(() => isClaimed.get()) !== undefined
  const add = ({ uid, email }: Pick<Owner, 'uid' | 'email'>) =>
    void orStorageUnavailable(() => put.run({ uid, email, now: now().getTime() }))
  return {
    list: async () => orStorageUnavailable(() => (list.all() as Row[]).map(toOwner)),
    async has(signIn) {
      const row = orStorageUnavailable(() => find.get({ uid: signIn.uid })) as Row | undefined
      if (row === undefined) return false
      const { since } = toOwner(row)
      // A clock that is behind must not lock owners out. Sessions from before somebody became an owner have ended.
      // (Guarded by the test "while the shop runs: nothing is deleted, sign-ins work, then and when it is corrected".)
      return isSince(signIn, since) || since > now()
    },
    includes: (uid) => orStorageUnavailable(() => find.get({ uid })) !== undefined,
    add: async (owner) => add(owner),
    addFirst: (prepare) =>
      oneAtATime(async () => {
        if (isClaimedNow()) return false
        const owner = await prepare()
        if (isClaimedNow()) return false // By a command, meanwhile.
        add(owner)
        return true
      }),
    async remove(uid) {
      orStorageUnavailable(() => remove.run({ uid, now: now().getTime() }))
    },
    isClaimed: async () => isClaimedNow(),
  }
}

function toOwner({ uid, email, since }: Row): Owner {
  return { uid, email, since: new Date(since) }
}
