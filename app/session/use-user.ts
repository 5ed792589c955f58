import { useEffect, useEffectEvent, useState } from 'react'

import type { PublicIdentity } from '../../src/pages/page.ts'
import type { Session } from './session.ts'
import { markSignedIn, consumeSignedInMark } from './signed-in-mark.ts'

/** A user who is not anonymous. */
export interface SignedInUser {
  /** `null` for an account without an e-mail address. */
  readonly email: string | null
  signOut(): Promise<void>
  /** Rejects with an error for `errorMessage`. */
  signOutEverywhere(): Promise<void>
}

/**
 * The signed-in user of this page, kept up to date; `undefined` for anonymous visitors.
 *
 * @param onEnded called when the session was ended elsewhere. Pass it only once per page.
 */
export function useUser(
  identity: PublicIdentity | undefined,
  { onEnded }: { onEnded?: () => void } = {},
): SignedInUser | undefined {
  const [user, setUser] = useState<SignedInUser>()
  const updateMark = useEffectEvent((isSignedIn: boolean) => {
    if (onEnded === undefined) return
    if (isSignedIn) markSignedIn()
    else if (consumeSignedInMark()) onEnded()
  })
  useEffect(() => {
    if (identity === undefined) return undefined
    const controller = new AbortController()
    let stopWatching: (() => void) | undefined
    const watch = async () => {
      const session = await loadSession(identity)
      if (session === undefined || controller.signal.aborted) return
      stopWatching = session.watch((current) => {
        const isSignedIn = current !== null && !current.isAnonymous
        updateMark(isSignedIn)
        setUser(isSignedIn ? { ...session, email: current.email } : undefined)
      })
    }
    void watch()
    return () => {
      controller.abort()
      stopWatching?.()
    }
  }, [identity])
  return user
}

/** `undefined` without a connection; the page shows the error itself. */
async function loadSession(identity: PublicIdentity): Promise<Session | undefined> {
  try {
    const { openSession } = await import('./session.ts')
    return openSession(identity)
  } catch {
    return undefined
  }
}
