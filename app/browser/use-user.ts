import { useEffect, useState } from 'react'

import type { PublicIdentity } from '../../src/http/page.ts'
import type { Session } from './session.ts'

/** Somebody who is signed in with more than this browser. */
export interface SignedInUser {
  /** What they know themselves by; `null` when the identity service does not. */
  readonly email: string | null
  signOut(): Promise<void>
}

/** Who is signed in on this page, now and after each change; `undefined` for nobody and for anonymous visitors. */
export function useUser(identity: PublicIdentity | undefined): SignedInUser | undefined {
  const [user, setUser] = useState<SignedInUser>()
  useEffect(() => {
    if (identity === undefined) return undefined
    const ended = new AbortController()
    let stopWatching: (() => void) | undefined
    const watch = async () => {
      const session = await loadSession(identity)
      if (session === undefined || ended.signal.aborted) return
      stopWatching = session.watch((seen) => {
        const isSomebody = seen !== null && !seen.isAnonymous
        setUser(isSomebody ? { email: seen.email, signOut: () => session.signOut() } : undefined)
      })
    }
    void watch()
    return () => {
      ended.abort()
      stopWatching?.()
    }
  }, [identity])
  return user
}

/** Without the network nobody is shown; the page itself says what is the matter. */
async function loadSession(identity: PublicIdentity): Promise<Session | undefined> {
  try {
    const { openSession } = await import('./session.ts')
    return openSession(identity)
  } catch {
    return undefined
  }
}
