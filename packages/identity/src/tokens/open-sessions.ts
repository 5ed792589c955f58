import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/storage-unavailable.ts'
import { LRUCache } from 'lru-cache'

import { toSessionHash, toSessionId } from './secrets.ts'

/** What an ID token says of the session that it was issued for. */
export interface TokenOfSession {
  readonly uid: string
  /** The id of the session; `undefined` in a token from before they said it. */
  readonly sid: string | undefined
  readonly signInProvider: string
  /** Whole seconds. */
  readonly signedInAt: Date
  /** Whole seconds. */
  readonly issuedAt: Date
}

/** A session as memory knows it. */
export interface KnownSession {
  /** Turns `false` as soon as the session ends or is forgotten: it must be looked up again then. */
  readonly isOpen: boolean
}

/** Tells whether the session of an ID token goes on, for any number of requests with one token. */
export interface OpenSessions {
  /**
   * The session of a token; `undefined` when it has ended or its account is gone or disabled.
   *
   * @throws StorageUnavailableError.
   */
  find(token: TokenOfSession): KnownSession | undefined
  /** Has every token verified and every session looked up again, those too that are being verified. */
  forgetAll(): void
  /** How often that was done. */
  readonly generation: number
}

/** As many as `createAccess` knows tokens, and more: a session that is forgotten costs one look at its row. */
const maxKnown = 20_000

/** Exported so that a test can check the query plans. */
export const openSessionQueries = {
  findOpen: `SELECT hash FROM refresh_tokens JOIN accounts USING (uid)
    WHERE hash = :hash AND uid = :uid AND disabled = 0`,
  findWithoutSid: `SELECT hash FROM refresh_tokens JOIN accounts USING (uid)
    WHERE uid = :uid AND disabled = 0 AND tokens_have_sid = 0 AND sign_in_provider = :signInProvider
    AND signed_in_at BETWEEN :signedInAt AND :signedInAt + 999
    AND (valid_since IS NULL OR valid_since < :issuedAt + 1000)`,
}

/**
 * Sessions end in many ways: one by one, all of an account, the oldest of too many, with their account, with a tidy of
 * idle accounts. So SQLite itself says which rows go, whatever statement of this connection removes them.
 * (Guarded by the test "ends with whatever removes its row".)
 */
const triggers = `
  CREATE TEMP TRIGGER session_removed AFTER DELETE ON main.refresh_tokens
  BEGIN SELECT forget_session(old.hash); END;

  CREATE TEMP TRIGGER account_disabled AFTER UPDATE OF disabled ON main.accounts WHEN new.disabled <> old.disabled
  BEGIN SELECT forget_session(hash) FROM refresh_tokens WHERE uid = new.uid; END;
`

/** @param database the one connection that ends sessions. */
export function createOpenSessions(database: DatabaseSync): OpenSessions {
  const findOpen = database.prepare(openSessionQueries.findOpen)
  const findWithoutSid = database.prepare(openSessionQueries.findWithoutSid)
  const known = new LRUCache<string, { isOpen: boolean; uid: string }>({
    max: maxKnown,
    dispose: (session) => void (session.isOpen = false),
  })
  // What is forgotten in a transaction that is undone is looked up again.
  database.function('forget_session', (hash) => {
    known.delete(toSessionId(hash as Uint8Array))
    return null
  })
  database.exec(triggers)

  const findId = (token: TokenOfSession): string | undefined => {
    const row = orStorageUnavailable(() =>
      token.sid === undefined
        ? findWithoutSid.get(toKeysWithoutSid(token))
        : findOpen.get({ hash: toSessionHash(token.sid), uid: token.uid }),
    )
    return row && toSessionId(row['hash'] as Uint8Array)
  }
  let generation = 0
  return {
    get generation() {
      return generation
    },
    forgetAll() {
      generation += 1
      known.clear()
    },
    find(token) {
      const session = token.sid === undefined ? undefined : known.get(token.sid)
      if (session !== undefined) return session.uid === token.uid ? session : undefined
      const id = findId(token)
      if (id === undefined) return undefined
      const found = known.get(id) ?? { isOpen: true, uid: token.uid }
      known.set(id, found)
      return found
    },
  }
}

/**
 * An hour long after this version has first opened a data folder, there are ID tokens that name no session. Theirs is
 * one from before, of the same account, second and way of signing in. To refuse them would sign everybody out: the
 * client drops its user when its lookup is refused.
 */
function toKeysWithoutSid({ uid, signInProvider, signedInAt, issuedAt }: TokenOfSession) {
  return { uid, signInProvider, signedInAt: signedInAt.getTime(), issuedAt: issuedAt.getTime() }
}
