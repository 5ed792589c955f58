import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '../sqlite/storage-unavailable.ts'
import { inTransaction } from '../sqlite/transaction.ts'
import { hashRefreshToken, newRefreshToken, newUid } from './secrets.ts'

/** Somebody who can sign in. Without an e-mail address or a provider, as all are so far, the account is anonymous. */
export interface Account {
  /** 28 characters of `A-Za-z0-9`. */
  readonly uid: string
  readonly createdAt: Date
  readonly lastLoginAt: Date
  /** When a token was last given to this account: it was in use then. */
  readonly lastRefreshAt: Date
}

/** One sign-in, which goes on for as long as its refresh token is kept. */
export interface Session {
  readonly uid: string
  readonly signedInAt: Date
}

/**
 * Accounts and their sessions. A change is durable when the call returns.
 *
 * Every method throws ShopError `storage-unavailable` when the storage fails.
 */
export interface Accounts {
  /** Makes an anonymous account and signs it in. The refresh token is told here and nowhere again. */
  addAnonymous(): { readonly session: Session; readonly refreshToken: string }
  find(uid: string): Account | undefined
  findSession(refreshToken: string): Session | undefined
  /** Notes that the account is in use. */
  noteRefresh(uid: string): void
  /** Removes the account, and with it its sessions. */
  remove(uid: string): void
}

type AccountRow = { uid: string; created_at: number; last_login_at: number; last_refresh_at: number }
type SessionRow = { uid: string; signed_in_at: number }

export function createAccounts(database: DatabaseSync, now: () => Date): Accounts {
  const insertAccount = database.prepare(
    'INSERT INTO accounts (uid, created_at, last_login_at, last_refresh_at) VALUES (:uid, :now, :now, :now)',
  )
  const insertSession = database.prepare(
    'INSERT INTO refresh_tokens (hash, uid, signed_in_at) VALUES (:hash, :uid, :now)',
  )
  const selectAccount = database.prepare('SELECT * FROM accounts WHERE uid = :uid')
  const selectSession = database.prepare('SELECT uid, signed_in_at FROM refresh_tokens WHERE hash = :hash')
  const updateRefresh = database.prepare('UPDATE accounts SET last_refresh_at = :now WHERE uid = :uid')
  const deleteAccount = database.prepare('DELETE FROM accounts WHERE uid = :uid')

  return {
    addAnonymous() {
      const session = { uid: newUid(), signedInAt: now() }
      const refreshToken = newRefreshToken()
      const row = { uid: session.uid, now: session.signedInAt.getTime() }
      const keep = (): void => {
        insertAccount.run(row)
        insertSession.run({ ...row, hash: hashRefreshToken(refreshToken) })
      }
      orStorageUnavailable(() => inTransaction(database, keep))
      return { session, refreshToken }
    },
    find(uid) {
      const row = orStorageUnavailable(() => selectAccount.get({ uid })) as AccountRow | undefined
      return row && toAccount(row)
    },
    findSession(refreshToken) {
      const hash = hashRefreshToken(refreshToken)
      const row = orStorageUnavailable(() => selectSession.get({ hash })) as SessionRow | undefined
      return row && { uid: row.uid, signedInAt: new Date(row.signed_in_at) }
    },
    noteRefresh(uid) {
      orStorageUnavailable(() => updateRefresh.run({ uid, now: now().getTime() }))
    },
    remove(uid) {
      orStorageUnavailable(() => deleteAccount.run({ uid }))
    },
  }
}

function toAccount(row: AccountRow): Account {
  return {
    uid: row.uid,
    createdAt: new Date(row.created_at),
    lastLoginAt: new Date(row.last_login_at),
    lastRefreshAt: new Date(row.last_refresh_at),
  }
}
