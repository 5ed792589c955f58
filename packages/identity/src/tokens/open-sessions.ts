import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'
import { LRUCache } from 'lru-cache'

import type { VerifiedIdToken } from './id-tokens.ts'
import { toSessionHash, toSessionId } from './secrets.ts'

/** A cached session. */
export interface KnownSession {
  /** Becomes `false` as soon as the session ends or leaves the cache: look it up again then. */
  readonly isOpen: boolean
}

/** The most sessions in the cache. One that is not there costs one read of its row. */
const maxKnown = 20_000

/**
 * Sessions end in many ways: one by one, all of an account, the oldest of too many, with their account, or in the clean-up
 * of idle accounts. So SQLite itself reports each deleted row, for any statement of this connection.
 * (Guarded by the test "a session ends when its row is deleted".)
 */
const triggers = `
  CREATE TEMP TRIGGER session_removed AFTER DELETE ON main.refresh_tokens
  BEGIN SELECT forget_session(old.hash); END;

  CREATE TEMP TRIGGER account_disabled AFTER UPDATE OF disabled ON main.accounts WHEN new.disabled <> old.disabled
  BEGIN SELECT forget_session(hash) FROM refresh_tokens WHERE uid = new.uid; END;
`

export type OpenSessions = ReturnType<typeof createOpenSessions>

/**
 * Finds out whether the session of an ID token is open, fast for many requests with one token.
 *
 * @param database the one connection that ends sessions.
 */
export function createOpenSessions(database: DatabaseSync) {
  const findOpen = database.prepare(`SELECT hash FROM refresh_tokens JOIN accounts USING (uid)
    WHERE hash = :hash AND uid = :uid AND disabled = 0`)
  const findWithoutSid = database.prepare(`SELECT hash FROM refresh_tokens JOIN accounts USING (uid)
    WHERE uid = :uid AND disabled = 0 AND tokens_have_sid = 0 AND sign_in_provider = :signInProvider
    AND signed_in_at BETWEEN :signedInAt AND :signedInAt + 999
    AND (valid_since IS NULL OR valid_since < :issuedAt + 1000)`)
  const known = new LRUCache<string, { isOpen: boolean; uid: string }>({
    max: maxKnown,
    dispose: (session) => void (session.isOpen = false),
  })
  // The trigger also runs for a delete that is rolled back later: the session is looked up again then.
  database.function('forget_session', (hash) => {
    known.delete(toSessionId(hash as Uint8Array))
    return null
  })
  database.exec(triggers)

  const findId = (token: VerifiedIdToken): string | undefined => {
    const row = orStorageUnavailable(() =>
      token.sid === undefined
        ? findWithoutSid.get(toKeysWithoutSid(token))
        : findOpen.get({ hash: toSessionHash(token.sid), uid: token.uid }),
    )
    return row && toSessionId(row['hash'] as Uint8Array)
  }
  let generation = 0
  return {
    /** How often `forgetAll` was called. */
    get generation() {
      return generation
    },
    /** Clears the cache, and increases `generation`: tokens have to be verified again, also those being verified now. */
    forgetAll() {
      generation += 1
      known.clear()
    },
    /**
     * The session of a token; `undefined` if it has ended, or if its account was deleted or is disabled.
     *
     * @throws StorageUnavailableError.
     */
    find(token: VerifiedIdToken): KnownSession | undefined {
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
 * For an hour after an upgrade from an earlier version, there are ID tokens without a session id. They match an earlier
 * session of the same account, second and sign-in method. Refusing them would sign everybody out, because the client drops
 * its user when a lookup is refused.
 */
function toKeysWithoutSid({ uid, signInProvider, signedInAt, issuedAt }: VerifiedIdToken) {
  return { uid, signInProvider, signedInAt: signedInAt.getTime(), issuedAt: issuedAt.getTime() }
}
