import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'

import type { Claims } from '../accounts/account.ts'
import type { Atomically } from '../storage/transaction.ts'
import { hashRefreshToken, newRefreshToken, toSessionId } from './secrets.ts'

/** One sign-in. It is open as long as its refresh token is stored. */
export interface Session {
  /** Its id in ID tokens (`sid`); not a secret. */
  readonly id: string
  readonly uid: string
  /** How the user signed in: `anonymous`, `password`, `custom` or a provider's id, such as `google.com`. */
  readonly signInProvider: string
  readonly signedInAt: Date
  /** Claims of a custom token for this sign-in. */
  readonly extraClaims: Claims
}

/** A session with its refresh token, which cannot be read again. */
export interface NewSession extends Session {
  readonly refreshToken: string
}

/**
 * Sessions, by the hashes of their refresh tokens. A change is durable when the call returns.
 *
 * Every method except `draft` throws StorageUnavailableError.
 */
export interface Sessions {
  /** Creates a session in memory; `add` stores it. */
  draft(signIn: Omit<Session, 'id'>): NewSession
  /**
   * Stores a session. Ends the account's least recently used one if there are more than {@link maxSessionsOfAccount}.
   */
  add(draft: NewSession): void
  /** Drafts a session and adds it. */
  open(signIn: Omit<Session, 'id'>): NewSession
  find(refreshToken: string): Session | undefined
  /** Records that a session is in use. @returns whether it is still open. */
  noteUse(refreshToken: string): boolean
  /** Ends one session. */
  end(refreshToken: string): void
  /** Ends every session of an account. */
  endAll(uid: string): void
}

export const maxSessionsOfAccount = 100

type Row = { uid: string; sign_in_provider: string; signed_in_at: number; extra_claims: string | null }

/** Exported so that a test can check the query plans. */
export const sessionQueries = {
  insert: `INSERT INTO refresh_tokens
    (hash, uid, sign_in_provider, signed_in_at, last_used_at, extra_claims, tokens_have_sid)
    VALUES (:hash, :uid, :signInProvider, :signedInAt, :now, :extraClaims, 1)`,
  count: 'SELECT count(*) AS count FROM refresh_tokens WHERE uid = :uid',
  removeStale: `DELETE FROM refresh_tokens WHERE hash IN (
    SELECT hash FROM refresh_tokens WHERE uid = :uid ORDER BY last_used_at DESC LIMIT -1 OFFSET ${maxSessionsOfAccount})`,
  find: 'SELECT uid, sign_in_provider, signed_in_at, extra_claims FROM refresh_tokens WHERE hash = :hash',
  noteUse: 'UPDATE refresh_tokens SET last_used_at = :now WHERE hash = :hash',
  remove: 'DELETE FROM refresh_tokens WHERE hash = :hash',
  removeAll: 'DELETE FROM refresh_tokens WHERE uid = :uid',
}

export function createSessions(database: DatabaseSync, atomically: Atomically, now: () => Date): Sessions {
  const insert = database.prepare(sessionQueries.insert)
  const count = database.prepare(sessionQueries.count)
  const removeStale = database.prepare(sessionQueries.removeStale)
  const find = database.prepare(sessionQueries.find)
  const noteUse = database.prepare(sessionQueries.noteUse)
  const remove = database.prepare(sessionQueries.remove)
  const removeAll = database.prepare(sessionQueries.removeAll)
  const countOf = (uid: string): number => (count.get({ uid }) as { count: number }).count
  const draft = (signIn: Omit<Session, 'id'>): NewSession => {
    const refreshToken = newRefreshToken(now())
    return { ...signIn, id: toSessionId(hashRefreshToken(refreshToken)), refreshToken }
  }
  const add = ({ uid, signInProvider, signedInAt, extraClaims, refreshToken }: NewSession): void => {
    const times = { signedInAt: signedInAt.getTime(), now: now().getTime() }
    const claims = { extraClaims: Object.keys(extraClaims).length === 0 ? null : JSON.stringify(extraClaims) }
    atomically(() => {
      insert.run({ hash: hashRefreshToken(refreshToken), uid, signInProvider, ...times, ...claims })
      if (countOf(uid) > maxSessionsOfAccount) removeStale.run({ uid })
    })
  }
  return {
    draft,
    add,
    open(signIn) {
      const session = draft(signIn)
      add(session)
      return session
    },
    find(refreshToken) {
      const hash = hashRefreshToken(refreshToken)
      const row = orStorageUnavailable(() => find.get({ hash })) as Row | undefined
      return row && toSession(toSessionId(hash), row)
    },
    noteUse(refreshToken) {
      const hash = hashRefreshToken(refreshToken)
      return orStorageUnavailable(() => noteUse.run({ hash, now: now().getTime() })).changes === 1
    },
    end(refreshToken) {
      const hash = hashRefreshToken(refreshToken)
      orStorageUnavailable(() => remove.run({ hash }))
    },
    endAll: (uid) => void orStorageUnavailable(() => removeAll.run({ uid })),
  }
}

function toSession(id: string, row: Row): Session {
  return {
    id,
    uid: row.uid,
    signInProvider: row.sign_in_provider,
    signedInAt: new Date(row.signed_in_at),
    extraClaims: row.extra_claims === null ? {} : (JSON.parse(row.extra_claims) as Claims),
  }
}
