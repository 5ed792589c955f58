import { useEffect, useState } from 'react'

import { fetchMe } from './fetch-me.ts'
import type { Session } from './session.ts'

/**
 * Whether to show the form: until the server says that the user may not add items.
 *
 * @param uid of the signed-in user.
 */
export function useMayAdd(session: Session | undefined, uid: string | undefined) {
  const [refused, setRefused] = useState<Refusal>()
  const [checks, setChecks] = useState(0)

  useEffect(() => {
    if (session === undefined || uid === undefined) return undefined
    const controller = new AbortController()
    const check = async () => {
      const refusal = await fetchRefusal(session, uid, controller.signal)
      if (!controller.signal.aborted) setRefused(refusal)
    }
    void check()
    return () => controller.abort()
  }, [session, uid, checks])

  const mayAdd = uid === undefined || refused?.uid !== uid
  return { mayAdd, isClaimed: refused?.isClaimed ?? true, checkAgain: () => setChecks((before) => before + 1) }
}

interface Refusal {
  readonly uid: string
  readonly isClaimed: boolean
}

/** `undefined` if the server would let the user add items. If the request fails, the user may try: the server checks again. */
async function fetchRefusal(session: Session, uid: string, signal: AbortSignal): Promise<Refusal | undefined> {
  try {
    const { mayAdd, isClaimed } = await fetchMe(session, signal)
    return mayAdd === false ? { uid, isClaimed: isClaimed !== false } : undefined
  } catch {
    return undefined
  }
}
