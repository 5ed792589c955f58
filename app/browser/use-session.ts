import { useEffect, useRef, useState } from 'react'

import type { PublicShop } from '../../src/http/page.ts'
import type { Session } from './session.ts'

const retryMs = 5_000

/** Where the silent sign-in is. `slow`: it failed so far, and is tried again. */
export type SignInState = 'signing-in' | 'slow' | 'signed-in'

/**
 * Signs the visitor in silently when the page comes to life, and again until it works. The identity client is loaded
 * beside the page, not before it: the form can be filled in meanwhile.
 */
export function useSession(identity: PublicShop['identity']): {
  state: SignInState
  session: () => Session | undefined
} {
  const [state, setState] = useState<SignInState>('signing-in')
  const session = useRef<Session>(undefined)

  useEffect(() => {
    const ended = new AbortController()
    let stopWatching: (() => void) | undefined
    let retry: ReturnType<typeof setTimeout> | undefined

    const signIn = async () => {
      clearTimeout(retry)
      try {
        const { openSession } = await import('./session.ts')
        if (ended.signal.aborted) return
        session.current ??= openSession(identity)
        stopWatching ??= session.current.watch((user) => setState((now) => (user ? 'signed-in' : pending(now))))
        await session.current.signIn()
      } catch {
        // The page says so, and goes on trying: a phone finds its network again, a server comes back.
        if (ended.signal.aborted) return
        setState('slow')
        retry = setTimeout(signIn, retryMs)
      }
    }
    void signIn()
    addEventListener('online', signIn, { signal: ended.signal })
    return () => {
      ended.abort()
      clearTimeout(retry)
      stopWatching?.()
    }
  }, [identity])

  return { state, session: () => (state === 'signed-in' ? session.current : undefined) }
}

function pending(now: SignInState): SignInState {
  return now === 'slow' ? 'slow' : 'signing-in'
}
