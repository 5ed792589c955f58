import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'

import type { Claims } from '../accounts/account.ts'
import type { Atomically } from '../storage/transaction.ts'
import { hashRefreshToken, newRefreshToken, toSessionId } from './secrets.ts'

/** One sign-in. It is open as long as its refresh token is stored, and valid for new ID tokens for {@link lifetimesMs}. */
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

export const maxSessionsOfAccount = 100

const dayMs = 24 * 3_600_000

/** How long a refresh token is valid: since its last use, and since the sign-in. (OWASP ASVS 5.0, 7.3.1 and 7.3.2) */
export const lifetimesMs = { idle: 90 * dayMs, inAll: 365 * dayMs }

type Row = Omit<Session, 'id' | 'signedInAt' | 'extraClaims'> & { signedInAt: number; extraClaims: string | null }

export type Sessions = ReturnType<typeof createSessions>

/**
 * Sessions, by the hashes of their refresh tokens. A change is durable when the call returns.
 *
 * Every method except `draft` throws StorageUnavailableError.
 */
export function createSessions(database: DatabaseSync, atomically: Atomically, now: () => Date) {
  const insert = database.prepare(`INSERT INTO refresh_tokens
    (hash, uid, sign_in_provider, signed_in_at, last_used_at, extra_claims)
    VALUES (:hash, :uid, :signInProvider, :signedInAt, :now, :extraClaims)`)
  const count = database.prepare('SELECT count(*) AS count FROM refresh_tokens WHERE uid = :uid')
  const removeStale = database.prepare(`DELETE FROM refresh_tokens WHERE hash IN (SELECT hash FROM refresh_tokens
    WHERE uid = :uid AND hash <> :added ORDER BY last_used_at DESC LIMIT -1 OFFSET ${maxSessionsOfAccount - 1})`)
  const find = database.prepare(`SELECT uid, sign_in_provider AS signInProvider, signed_in_at AS signedInAt,
    extra_claims AS extraClaims FROM refresh_tokens WHERE hash = :hash
    AND max(last_used_at, signed_in_at) > :usedAfter AND signed_in_at > :signedInAfter`)
  const noteUse = database.prepare('UPDATE refresh_tokens SET last_used_at = :now WHERE hash = :hash')
  const remove = database.prepare('DELETE FROM refresh_tokens WHERE hash = :hash')
  const removeAll = database.prepare('DELETE FROM refresh_tokens WHERE uid = :uid')
  /** Creates a session in memory; `add` stores it. */
  const draft = (signIn: Omit<Session, 'id'>): NewSession => {
    const refreshToken = newRefreshToken(now())
    return { ...signIn, id: toSessionId(hashRefreshToken(refreshToken)), refreshToken }
  }
  /** Stores a session. Beyond {@link maxSessionsOfAccount}, ends the least recently used other one, which may be from a clock that was ahead. */
  const add = ({ uid, signInProvider, signedInAt, extraClaims, refreshToken }: NewSession): void => {
    const times = { signedInAt: signedInAt.getTime(), now: now().getTime() }
    const claims = { extraClaims: Object.keys(extraClaims).length === 0 ? null : JSON.stringify(extraClaims) }
    const added = hashRefreshToken(refreshToken)
    atomically(() => {
      insert.run({ hash: added, uid, signInProvider, ...times, ...claims })
      if (Number(count.get({ uid })?.['count']) > maxSessionsOfAccount) removeStale.run({ uid, added })
    })
  }
  return {
    draft,
    add,
    /** Drafts a session and adds it. */
    open(signIn: Omit<Session, 'id'>): NewSession {
      const session = draft(signIn)
      add(session)
      return session
    },
    /** The session of a refresh token that is still valid. */
    find(refreshToken: string): Session | undefined {
      const hash = hashRefreshToken(refreshToken)
      const time = now().getTime()
      const bounds = { usedAfter: time - lifetimesMs.idle, signedInAfter: time - lifetimesMs.inAll }
      const row = orStorageUnavailable(() => find.get({ hash, ...bounds })) as Row | undefined
      if (row === undefined) return undefined
      const extraClaims = row.extraClaims === null ? {} : (JSON.parse(row.extraClaims) as Claims)
      return { ...row, id: toSessionId(hash), signedInAt: new Date(row.signedInAt), extraClaims }
    },
    /** Records that a session is in use. @returns whether it is still open. */
    noteUse(refreshToken: string): boolean {
      const hash = hashRefreshToken(refreshToken)
      return orStorageUnavailable(() => noteUse.run({ hash, now: now().getTime() })).changes === 1
    },
    /** Ends one session. */
    end(refreshToken: string): void {
      orStorageUnavailable(() => remove.run({ hash: hashRefreshToken(refreshToken) }))
    },
    /** Ends every session of an account. */
    endAll: (uid: string): void => void orStorageUnavailable(() => removeAll.run({ uid })),
  }
}
