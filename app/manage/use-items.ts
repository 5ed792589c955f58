import { useCallback, useEffect, useRef, useState } from 'react'

import { errorMessage } from '../api/localized-error.ts'
import type { Session } from '../session/session.ts'
import { useMessages } from '../use-messages.ts'
import { openLiveConnection } from '../visitor/live-connection.ts'
import { keepCurrent } from '../visitor/refetch-on-revision.ts'
import { listPieces } from './manage-api.ts'
import type { ManagedPiece } from './managed-piece.ts'

type Read = Parameters<typeof keepCurrent>[0]

let latestRead: Read
let current: ReturnType<typeof keepCurrent> | undefined

/** Reads whenever the catalogue moves on, for as long as the page is there: a React app is mounted once in its life. */
function follow(read: Read) {
  latestRead = read
  if (current) return current
  current = keepCurrent(() => latestRead())
  openLiveConnection(current)
  return current
}

/** All pieces, as they are now: also when somebody else changes one. */
export function usePieces(session: Session | undefined, uid: string | undefined) {
  const messages = useMessages()
  const [pieces, setPieces] = useState<readonly ManagedPiece[]>()
  /** `undefined` until the shop has said so. */
  const [isOwner, setIsOwner] = useState<boolean>()
  const [alert, setAlert] = useState<string>()

  /** How many pieces were taken as they are now. */
  const taken = useRef(0)

  const read = useCallback(async () => {
    if (session === undefined) return undefined
    try {
      const takenBefore = taken.current
      const listed = await listPieces(session)
      setIsOwner(listed !== undefined)
      if (taken.current !== takenBefore) return undefined // The list may be older than the piece that was taken since.
      setPieces(listed?.items)
      return listed?.revision
    } catch (error) {
      setAlert(messages.manage.failed(errorMessage(error, messages))) // The list that is there stays.
      return undefined
    }
  }, [session, messages])

  useEffect(() => {
    const { onReturn } = follow(read)
    // Once the page is there; what it says meanwhile is right.
    const soon = setTimeout(onReturn)
    return () => clearTimeout(soon)
  }, [read, uid])

  /** Puts a piece in its place as it is now. */
  const take = (piece: ManagedPiece) => {
    taken.current += 1
    setPieces((all) => all?.map((one) => (one.id === piece.id ? piece : one)))
  }
  return { pieces, isOwner, alert, say: setAlert, take }
}
