import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { PublicIdentity } from '../../src/pages/page.ts'
import { withTimeout } from '../api/timeouts.ts'
import type { SignInClient } from './sign-in-client.ts'

/** How long the provider buttons stay disabled while the popup's code loads, in milliseconds. */
const prepareTimeoutMs = 10_000

/** The client of the sign-in page, loaded when the page opens. */
export function useSignInClient(identity: PublicIdentity) {
  const opened = useRef<SignInClient>(undefined)
  const [isPrepared, setIsPrepared] = useState(false)

  const open = async () => {
    const { openSignInClient } = await import('./sign-in-client.ts')
    return (opened.current ??= openSignInClient(identity))
  }
  const prepare = useEffectEvent(async () => (await open()).prepare())
  useEffect(() => {
    // If loading fails, the tap that needs it tries again and shows the error.
    void withTimeout(prepareTimeoutMs, prepare())
      .catch(() => undefined)
      .then(() => setIsPrepared(true))
  }, [])

  return {
    /** Whether `act` can open a popup. */
    isPrepared,
    /** Runs a task with the client, synchronously if it is loaded: browsers allow a popup only within the tap. */
    act: async <T>(task: (client: SignInClient) => Promise<T>): Promise<T> => task(opened.current ?? (await open())),
  }
}
