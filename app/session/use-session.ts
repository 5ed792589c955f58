import { useEffect, useState } from 'react'

import type { PublicIdentity } from '../../src/pages/page.ts'
import { describeAuthError } from '../account/auth-errors.ts'
import type { Reaction } from '../account/auth-errors.ts'
import { useMessages } from '../use-messages.ts'
import type { Session } from './session.ts'

/** How long until a failed sign-in is tried again: soon, where that alone may help. */
const retryMs: Readonly<Record<Reaction, number>> = {
  'try-again': 5_000,
  'sign-in-again': 5_000,
  'start-over': 60_000,
  wait: 60_000,
}

/**
 * Signs the visitor in silently when the page comes to life, and again until it works. The identity client is loaded
 * beside the page, not before it: the form can be filled in meanwhile.
 */
export function useSession(identity: PublicIdentity): {
  /** Signed in, when somebody is. */
  session: Session | undefined
  /** Of whoever is signed in. */
  uid: string | undefined
  /** What is the matter, for the visitor, while signing in goes on failing. */
  trouble: string | undefined
} {
  const messages = useMessages()
  const [session, setSession] = useState<Session>()
  const [uid, setUid] = useState<string>()
  const [trouble, setTrouble] = useState<string>()

  useEffect(() => {
    const ended = new AbortController()
    let stopWatching: (() => void) | undefined
    let retry: ReturnType<typeof setTimeout> | undefined

    const signIn = async () => {
      clearTimeout(retry)
      try {
        const { openSession } = await import('./session.ts')
        if (ended.signal.aborted) return
        const opened = openSession(identity)
        stopWatching ??= opened.watch((user) => {
          setSession(user ? opened : undefined)
          setUid(user?.uid)
          if (user) setTrouble(undefined)
          else void signIn() // Signed out, also in another tab.
        })
        await opened.signIn()
      } catch (error) {
        // The page says so, and goes on trying: a phone finds its network again, a server comes back.
        if (ended.signal.aborted) return
        const { reaction, words } = describeAuthError(error, messages)
        setTrouble(reaction === 'try-again' ? messages.create.signInFailed : words)
        clearTimeout(retry)
        retry = setTimeout(signIn, retryMs[reaction])
      }
    }
    void signIn()
    addEventListener('online', signIn, { signal: ended.signal })
    return () => {
      ended.abort()
      clearTimeout(retry)
      stopWatching?.()
    }
  }, [identity, messages])

  return { session, uid, trouble }
}
