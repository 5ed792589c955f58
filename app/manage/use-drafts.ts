import { useEffect, useState } from 'react'

import { draftChanges, listDrafts, newItemDraftKey, type DraftSummary } from '../editor/draft-store.ts'

const editPrefix = `${newItemDraftKey}-`
const copyPrefix = `${editPrefix}copy-`

/** The key of the draft of an item's changes. */
export function editDraftKey(id: string): string {
  return editPrefix + id
}

/** The key of the draft of a new item that starts as a copy of another one. */
export function copyDraftKey(id: string): string {
  return copyPrefix + id
}

/** The item that a draft changes or copies; `undefined` for the draft of `/create`. */
export function draftTarget(key: string): { readonly id: string; readonly isCopy: boolean } | undefined {
  if (key.startsWith(copyPrefix)) return { id: key.slice(copyPrefix.length), isCopy: true }
  return key.startsWith(editPrefix) ? { id: key.slice(editPrefix.length), isCopy: false } : undefined
}

/** What was typed in this browser and not saved. @param isPaused while a form is open, which writes with every letter. */
export function useDrafts(isPaused: boolean): readonly DraftSummary[] {
  const [drafts, setDrafts] = useState<readonly DraftSummary[]>([])
  useEffect(() => {
    if (isPaused) return undefined
    const controller = new AbortController()
    const { signal } = controller
    // Without storage, there are no drafts.
    const refresh = async () => {
      const found = await listDrafts(newItemDraftKey).catch(() => [])
      if (!signal.aborted) setDrafts(found)
    }
    // Perhaps typed in another tab. Not while the page is left: in WebKit's back/forward cache, it would lock the drafts.
    const refreshShown = () => document.hidden || void refresh()
    void refresh()
    draftChanges.addEventListener('change', refresh, { signal })
    document.addEventListener('visibilitychange', refreshShown, { signal })
    return () => controller.abort()
  }, [isPaused])
  return drafts
}
