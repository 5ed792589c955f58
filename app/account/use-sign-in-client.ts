import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { PublicIdentity } from '../../src/pages/page.ts'
import { within } from '../api/with-timeout.ts'
import type { SignInClient } from './sign-in-client.ts'

/** How long buttons of other providers wait for what they need, in milliseconds; then a tap says what is the matter. */
const preparingMs = 10_000

/** The client of the page to sign in, which is loaded when the page opens. */
export function useSignInClient(identity: PublicIdentity) {
  const opened = useRef<SignInClient>(undefined)
  const [isPrepared, setIsPrepared] = useState(false)

  const open = async () => {
    const { openSignInClient } = await import('./sign-in-client.ts')
    return (opened.current ??= openSignInClient(identity))
  }
  const prepare = useEffectEvent(async () => (await open()).prepare())
  useEffect(() => {
    // What cannot be loaded now is tried again, and told, by the tap that needs it.
    void within(preparingMs, prepare())
      .catch(() => undefined)
      .then(() => setIsPrepared(true))
  }, [])

  return {
    /** Whether `act` can open a window. */
    isPrepared,
    /** Does something with the client: without waiting where that is here, as a window is opened within the tap or not at all. */
    act: async <T>(task: (client: SignInClient) => Promise<T>): Promise<T> => task(opened.current ?? (await open())),
  }
}
