import { useCallback, useEffect, useState } from 'react'

import { manage } from '../../src/domain/messages.ts'
import { openLiveConnection } from './live-connection.ts'
import { listPieces } from './manage-items.ts'
import type { ManagedPiece } from './manage-items.ts'
import type { Session } from './session.ts'

let isFollowing = false
let latestRefresh = () => undefined as void

/** The catalogue's revisions, for as long as the page is there: a React app is mounted once in its life. */
function follow(refresh: () => void): void {
  latestRefresh = refresh
  if (isFollowing) return
  isFollowing = true
  openLiveConnection({ onRevision: () => latestRefresh(), onReturn: () => latestRefresh() })
}

/** All pieces, as they are now: also when somebody else changes one. */
export function usePieces(session: Session | undefined, uid: string | undefined) {
  const [pieces, setPieces] = useState<readonly ManagedPiece[]>()
  /** `undefined` until the shop has said so. */
  const [isOwner, setIsOwner] = useState<boolean>()
  const [alert, setAlert] = useState<string>()

  const refresh = useCallback(async () => {
    if (session === undefined) return
    try {
      const listed = await listPieces(session)
      setIsOwner(listed !== undefined)
      setPieces(listed)
    } catch (error) {
      setAlert(manage.failed((error as Error).message)) // The list that is there stays.
    }
  }, [session])

  useEffect(() => {
    follow(() => void refresh())
    // Once the page is there; what it says meanwhile is right.
    const soon = setTimeout(() => void refresh())
    return () => clearTimeout(soon)
  }, [refresh, uid])

  /** Puts a piece in its place as it is now. */
  const take = (piece: ManagedPiece) => {
    setPieces((all) => all?.map((one) => (one.id === piece.id ? piece : one)))
  }
  return { pieces, isOwner, alert, say: setAlert, take }
}
