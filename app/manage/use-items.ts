import { useCallback, useEffect, useRef, useState } from 'react'

import { errorMessage } from '../api/localized-error.ts'
import type { Session } from '../session/session.ts'
import { useMessages } from '../use-messages.ts'
import { openLiveConnection } from '../visitor/live-list/live-connection.ts'
import { refetchOnRevision } from '../visitor/live-list/refetch-on-revision.ts'
import { listItems } from './manage-api.ts'
import type { ManagedItemJson } from './managed-item.ts'

type Refetch = Parameters<typeof refetchOnRevision>[0]

let latestRefetch: Refetch
let listener: ReturnType<typeof refetchOnRevision> | undefined

/** Refetches on each new revision for the life of the page: the React app is mounted once. */
function refetchWhileOpen(refetch: Refetch) {
  latestRefetch = refetch
  if (listener) return listener
  listener = refetchOnRevision(() => latestRefetch())
  openLiveConnection(listener)
  return listener
}

/** All items of the shop, kept up to date when another owner changes one. */
export function useItems(session: Session | undefined, uid: string | undefined) {
  const messages = useMessages()
  const [items, setItems] = useState<readonly ManagedItemJson[]>()
  /** `undefined` until the server has answered. */
  const [isOwner, setIsOwner] = useState<boolean>()
  const [alert, setAlert] = useState<string>()

  /** How many items were replaced on this page. */
  const replaced = useRef(0)

  const refetch = useCallback(async () => {
    if (session === undefined) return undefined
    try {
      const replacedBefore = replaced.current
      const list = await listItems(session)
      setIsOwner(list !== undefined)
      if (replaced.current !== replacedBefore) return undefined // The list may be older than the replaced item.
      setItems(list?.items)
      return list?.revision
    } catch (error) {
      setAlert(messages.manage.failed(errorMessage(error, messages))) // The current list stays.
      return undefined
    }
  }, [session, messages])

  useEffect(() => {
    const { onReturn } = refetchWhileOpen(refetch)
    const timer = setTimeout(onReturn)
    return () => clearTimeout(timer)
  }, [refetch, uid])

  /** Replaces an item with its latest version. */
  const replaceItem = (item: ManagedItemJson) => {
    replaced.current += 1
    setItems((all) => all?.map((one) => (one.id === item.id ? item : one)))
  }
  return { items, isOwner, alert, setAlert, replaceItem }
}
