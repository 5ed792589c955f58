import { useState } from 'react'

import { useLoaded } from '../ui/use-loaded.ts'
import { fetchMe } from './fetch-me.ts'
import type { Session } from './session.ts'

/**
 * Whether to show the form: until the server says that the user may not add items. If the request fails, the user may try: the
 * server checks again.
 *
 * @param uid of the signed-in user.
 */
export function useMayAdd(session: Session | undefined, uid: string | undefined) {
  const [checks, setChecks] = useState(0)
  const key = session && uid !== undefined ? `${uid} ${checks}` : undefined
  const { value, failure } = useLoaded(key, async (signal) => session && { ...(await fetchMe(session, signal)), uid })
  const me = failure === undefined && value?.uid === uid ? value : undefined
  const checkAgain = () => setChecks((before) => before + 1)
  return { mayAdd: me?.mayAdd !== false, isClaimed: me?.isClaimed !== false, checkAgain }
}
