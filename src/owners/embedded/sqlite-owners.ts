import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'
import pLimit from 'p-limit'

import type { Owner, OwnerAccount, Owners } from '../owners.ts'

type Row = { uid: string; email: string; since: number }

export interface SqliteOwnersOptions {
  /** The shop's database, with its migrations behind it. */
  readonly database: DatabaseSync
  /** The grant id of an account, which a take-over renews; `null` without one. */
  readonly grantIdOf: (uid: string) => string | null
  readonly now: () => Date
}

export interface SqliteOwners extends Owners {
  /** Whether an account is on the list. */
  includes(uid: string): boolean
}

/**
 * The list of owners in the shop's database. An owner who is removed stays in it, marked: the shop has been claimed.
 *
 * Accounts are in another file. An owner's row and her account have the same random grant id, so a list never makes an
 * owner of an account of another time, as when only one of the files was put back from a backup. Times are not compared:
 * taking an account over ends its sessions.
 *
 * @throws ShopError `storage-unavailable`.
 */
export function createSqliteOwners({ database, grantIdOf, now }: SqliteOwnersOptions): SqliteOwners {
  const list = database.prepare(
    'SELECT uid, email, since FROM owner WHERE removed_at IS NULL AND since > 0 ORDER BY since, uid',
  )
  const find = database.prepare('SELECT grant_id FROM owner WHERE uid = :uid AND removed_at IS NULL')
  const put = database.prepare(`INSERT INTO owner (uid, email, since, grant_id) VALUES (:uid, :email, :now, :grantId)
    ON CONFLICT (uid) DO UPDATE SET email = :email, since = :now, grant_id = :grantId, removed_at = NULL`)
  const remove = database.prepare('UPDATE owner SET removed_at = :now WHERE uid = :uid AND removed_at IS NULL')
  const isClaimed = database.prepare("SELECT uid FROM owner WHERE uid >= '' LIMIT 1")
  const oneAtATime = pLimit(1) // The data folder is locked: there is no other process.
  const isClaimedNow = () => orStorageUnavailable(() => isClaimed.get()) !== undefined
  let claimed: boolean | undefined
  const add = ({ uid, email }: OwnerAccount) => {
    const grantId = grantIdOf(uid) ?? noGrant
    orStorageUnavailable(() => put.run({ uid, email, grantId, now: now().getTime() }))
    claimed = true
  }
  return {
    list: async () => orStorageUnavailable(() => list.all() as Row[]).map(toOwner),
    async has({ uid }) {
      const granted = orStorageUnavailable(() => find.get({ uid }))?.['grant_id']
      return typeof granted === 'string' && granted !== noGrant && granted === grantIdOf(uid)
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
    isClaimed: async () => (claimed ??= isClaimedNow()),
  }
}

/** Of an owner whose account has none, or is gone: it equals no account's. */
export const noGrant = ''

function toOwner({ uid, email, since }: Row): Owner {
  return { uid, email, since: new Date(since) }
}
