import { useEffect, useState } from 'react'

import type { PublicIdentity } from '../../src/pages/page.ts'
import { describeAuthError, type Reaction } from '../account/auth-errors.ts'
import { useMessages } from '../use-messages.ts'
import type { Session } from './session.ts'

/** The delay before a failed sign-in is tried again: short if trying again may help. */
const retryMs: Readonly<Record<Reaction, number>> = {
  'try-again': 5_000,
  'sign-in-again': 5_000,
  'start-over': 60_000,
  wait: 60_000,
}

/**
 * Signs the visitor in anonymously after hydration, and retries until it works. The identity client loads in the
 * background: the form can be filled in meanwhile.
 */
export function useSession(identity: PublicIdentity): {
  /** `undefined` until signed in. */
  session: Session | undefined
  /** Of the signed-in user. */
  uid: string | undefined
  /** Why signing in fails, for the visitor. */
  problem: string | undefined
} {
  const messages = useMessages()
  const [session, setSession] = useState<Session>()
  const [uid, setUid] = useState<string>()
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    const controller = new AbortController()
    let stopWatching: (() => void) | undefined
    let retry: ReturnType<typeof setTimeout> | undefined

    const signIn = async () => {
      clearTimeout(retry)
      try {
        const { openSession } = await import('./session.ts')
        if (controller.signal.aborted) return
        const opened = openSession(identity)
        stopWatching ??= opened.watch((user) => {
          setSession(user ? opened : undefined)
          setUid(user?.uid)
          if (user) setProblem(undefined)
          else void signIn() // Signed out, perhaps in another tab.
        })
        await opened.signIn()
      } catch (error) {
        // Keep trying: the network or the server may come back.
        if (controller.signal.aborted) return
        const { reaction, message } = describeAuthError(error, messages)
        setProblem(reaction === 'try-again' ? messages.create.signInFailed : message)
        clearTimeout(retry)
        retry = setTimeout(signIn, retryMs[reaction])
      }
    }
    void signIn()
    addEventListener('online', signIn, { signal: controller.signal })
    return () => {
      controller.abort()
      clearTimeout(retry)
      stopWatching?.()
    }
  }, [identity, messages])

  return { session, uid, problem }
}
