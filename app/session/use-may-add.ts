import { useEffect, useState } from 'react'

import { fetchMe } from './fetch-me.ts'
import type { Session } from './session.ts'

/**
 * Whether to show the form: until the server says that the user may not add items.
 *
 * @param uid of the signed-in user.
 */
export function useMayAdd(session: Session | undefined, uid: string | undefined) {
  const [refusedUid, setRefusedUid] = useState<string>()
  const [checks, setChecks] = useState(0)

  useEffect(() => {
    if (session === undefined || uid === undefined) return undefined
    const controller = new AbortController()
    const check = async () => {
      const mayAdd = await fetchMayAdd(session, controller.signal)
      if (!controller.signal.aborted) setRefusedUid(mayAdd ? undefined : uid)
    }
    void check()
    return () => controller.abort()
  }, [session, uid, checks])

  return { mayAdd: uid === undefined || refusedUid !== uid, checkAgain: () => setChecks((before) => before + 1) }
}

/** Whether the server would let the user add items. If the request fails, the user may try: the server checks again. */
async function fetchMayAdd(session: Session, signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetchMe(session, signal)).mayAdd !== false
  } catch {
    return true
  }
}
