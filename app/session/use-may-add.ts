import { useEffect, useState } from 'react'

import { fetchMe, type Me } from './fetch-me.ts'
import type { Session } from './session.ts'

/**
 * Whether to show the form: until the server says that the user may not add items. If the request fails, the user may try: the
 * server checks again.
 *
 * @param uid of the signed-in user.
 */
export function useMayAdd(session: Session | undefined, uid: string | undefined) {
  const [answer, setAnswer] = useState<Me & { readonly uid: string }>()
  const [checks, setChecks] = useState(0)

  useEffect(() => {
    if (session === undefined || uid === undefined) return undefined
    const controller = new AbortController()
    const { signal } = controller
    fetchMe(session, signal).then(
      (me) => setAnswer({ ...me, uid }),
      () => signal.aborted || setAnswer(undefined),
    )
    return () => controller.abort()
  }, [session, uid, checks])

  const mayAdd = uid === undefined || answer?.uid !== uid || answer.mayAdd !== false
  return { mayAdd, isClaimed: answer?.isClaimed !== false, checkAgain: () => setChecks((before) => before + 1) }
}
