import { useEffect, useEffectEvent, useState } from 'react'

import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import type { PublicIdentity } from '../../src/pages/page.ts'
import { describeAuthError, type Reaction } from '../account/auth-errors.ts'
import { useMessages } from '../use-messages.ts'
import { consumeSignedInMark, markSignedIn } from './marks.ts'
import type { Session, User } from './session.ts'

/** A user who is not anonymous. */
export interface SignedInUser extends Pick<Session, 'signOut' | 'signOutEverywhere'> {
  /** `null` for an account without an e-mail address. */
  readonly email: string | null
}

interface SessionState {
  /** `undefined` until signed in. */
  readonly session?: Session | undefined
  /** Of the signed-in user. */
  readonly uid?: string | undefined
  /** Why signing in fails, for the visitor; only without a session. An owner can still sign in with her password. */
  readonly problem?: string | undefined
}

/** The pause before a failed sign-in is retried: short if a retry is likely to succeed. */
const retryMs: Readonly<Record<Reaction, number>> = {
  'try-again': 5_000,
  'sign-in-again': 5_000,
  'start-over': 60_000,
  wait: 60_000,
}

/**
 * Signs the visitor in anonymously after hydration, and retries until it succeeds. The identity client loads in the
 * background: the form can be filled in meanwhile.
 */
export function useSession(identity: PublicIdentity): SessionState {
  const messages = useMessages()
  const [state, setState] = useState<SessionState>({})

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let opened: Session | undefined
    let retry: ReturnType<typeof setTimeout> | undefined

    const signIn = async () => {
      clearTimeout(retry)
      try {
        opened ??= await watchUser(identity, signal, (session, user) => {
          setState(({ problem }) => (user ? { session, uid: user.uid } : { problem }))
          if (!user) void signIn() // Signed out, perhaps in another tab.
        })
        await opened.signIn()
      } catch (error) {
        if (signal.aborted) return
        const { reaction, message } = describeAuthError(error, messages)
        setState({ problem: reaction === 'try-again' ? messages.create.signInFailed : message })
        clearTimeout(retry) // An earlier call, such as one when the browser came online, may have failed, too.
        retry = setTimeout(signIn, retryMs[reaction])
      }
    }
    void signIn()
    addEventListener('online', signIn, { signal })
    return () => {
      controller.abort()
      clearTimeout(retry)
    }
  }, [identity, messages])
  return state
}

/** What a page says until the visitor is signed in. @param problem as `useSession` returns it. */
export function describeSigningIn({ create }: Pick<BrowserMessages, 'create'>, problem: string | undefined): string {
  return problem === undefined ? create.signingIn : `${create.signingIn} ${problem}`
}

/**
 * The signed-in user of this page, kept up to date; `undefined` for anonymous visitors.
 *
 * @param onEnded called when the session was ended elsewhere. Pass it only once per page: the first call uses up the mark of
 *   the session.
 */
export function useUser(identity: PublicIdentity, onEnded?: () => void): SignedInUser | undefined {
  const [user, setUser] = useState<SignedInUser>()
  const show = useEffectEvent((session: Session, current: User | null) => {
    const isSignedIn = current !== null && !current.isAnonymous
    setUser(isSignedIn ? { ...session, email: current.email } : undefined)
    if (onEnded === undefined) return
    if (isSignedIn) markSignedIn()
    else if (consumeSignedInMark()) onEnded()
  })
  useEffect(() => {
    const controller = new AbortController()
    // Without a connection, the page shows the error itself.
    watchUser(identity, controller.signal, (session, current) => show(session, current)).catch(() => undefined)
    return () => controller.abort()
  }, [identity])
  return user
}

/** Loads the session, and calls `onUser` now and after each change of its user. */
async function watchUser(
  identity: PublicIdentity,
  signal: AbortSignal,
  onUser: (session: Session, user: User | null) => void,
): Promise<Session> {
  const { openSession } = await import('./session.ts')
  signal.throwIfAborted()
  const session = openSession(identity)
  const unsubscribe = session.watch((user) => onUser(session, user))
  signal.addEventListener('abort', unsubscribe)
  return session
}
