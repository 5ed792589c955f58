import { useEffect, useEffectEvent, useState } from 'react'

import type { PublicIdentity } from '../../src/pages/page.ts'
import type { Session } from './session.ts'
import { markSignedIn, takeSignedInMark } from './signed-in-mark.ts'

/** Somebody who is signed in with more than this browser. */
export interface SignedInUser {
  /** What they know themselves by; `null` when the identity service does not. */
  readonly email: string | null
  signOut(): Promise<void>
  /** Rejects with an Error whose message is for people. */
  signOutEverywhere(): Promise<void>
}

/**
 * Who is signed in on this page, now and after each change; `undefined` for nobody and for anonymous visitors.
 *
 * @param onEnded called when somebody was, and did not leave by themselves: their sessions were ended somewhere else. To
 * be given once a page.
 */
export function useUser(
  identity: PublicIdentity | undefined,
  { onEnded }: { onEnded?: () => void } = {},
): SignedInUser | undefined {
  const [user, setUser] = useState<SignedInUser>()
  const note = useEffectEvent((isSomebody: boolean) => {
    if (onEnded === undefined) return
    if (isSomebody) markSignedIn()
    else if (takeSignedInMark()) onEnded()
  })
  useEffect(() => {
    if (identity === undefined) return undefined
    const ended = new AbortController()
    let stopWatching: (() => void) | undefined
    const watch = async () => {
      const session = await loadSession(identity)
      if (session === undefined || ended.signal.aborted) return
      stopWatching = session.watch((seen) => {
        const isSomebody = seen !== null && !seen.isAnonymous
        note(isSomebody)
        setUser(isSomebody ? { ...session, email: seen.email } : undefined)
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
