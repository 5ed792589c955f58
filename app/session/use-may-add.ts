import { useEffect, useState } from 'react'

import { askShop } from '../api/api-client.ts'
import type { Session } from './session.ts'

/**
 * Whether the page shows a form to whoever is signed in: it does until the server says that they may not add pieces.
 *
 * @param uid theirs.
 */
export function useMayAdd(session: Session | undefined, uid: string | undefined) {
  const [refusedUid, setRefusedUid] = useState<string>()
  const [asked, setAsked] = useState(0)

  useEffect(() => {
    if (session === undefined || uid === undefined) return undefined
    const ended = new AbortController()
    const ask = async () => {
      const mayAdd = await askMayAdd(session, ended.signal)
      if (!ended.signal.aborted) setRefusedUid(mayAdd ? undefined : uid)
    }
    void ask()
    return () => ended.abort()
  }, [session, uid, asked])

  return { mayAdd: uid === undefined || refusedUid !== uid, askAgain: () => setAsked((before) => before + 1) }
}

/**
 * Whether the server would let whoever is signed in add pieces. When it does not say, they may try: it is asked again when
 * they do.
 */
async function askMayAdd(session: Session, signal: AbortSignal): Promise<boolean> {
  try {
    const { body } = await askShop(session, { method: 'GET', path: '/api/me', signal })
    return body?.['mayAdd'] !== false
  } catch {
    return true
  }
}
