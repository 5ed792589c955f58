import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'
import { LRUCache } from 'lru-cache'

import { toSessionHash, toSessionId } from './secrets.ts'
import type { VerifiedIdToken } from './verify-id-token.ts'

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
    find({ uid, sid }: Pick<VerifiedIdToken, 'uid' | 'sid'>): KnownSession | undefined {
      if (sid === undefined) return undefined
      const session = known.get(sid)
      if (session !== undefined) return session.uid === uid ? session : undefined
      const row = orStorageUnavailable(() => findOpen.get({ hash: toSessionHash(sid), uid }))
      if (row === undefined) return undefined
      const found = { isOpen: true, uid }
      known.set(toSessionId(row['hash'] as Uint8Array), found)
      return found
    },
  }
}
