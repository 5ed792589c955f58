import { createRoot } from 'react-dom/client'

import { editItemPath, itemPath } from '../../src/domain/page-paths.ts'
import { english } from '../../src/messages/english-browser.ts'
import { MessagesContext } from '../use-messages.ts'
import { LinkCheck } from './link-check.tsx'

const key = 'saved-piece'

interface SavedPiece {
  readonly id: string
  /** For the one question: the page of a piece signs nobody in. */
  readonly idToken: string
}

/** Where this module is: the page that follows loads it from there, and no visitor's page knows of it. */
export const address = import.meta.url

/** Has the page of a piece that was just saved show how its link looks, once this module is loaded there. */
export function leaveSavedPiece(piece: SavedPiece): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(piece))
  } catch {
    // No storage: the piece is saved all the same, and /manage shows its link at any time.
  }
}

/** Shows it above the piece, on that piece's page; anywhere else nothing. */
function showSavedPiece(): void {
  const kept = sessionStorage.getItem(key)
  const above = document.querySelector('.page > p:has(.back)')
  if (kept === null || above === null) return
  sessionStorage.removeItem(key)
  const { id, idToken } = JSON.parse(kept) as SavedPiece
  if (location.pathname !== itemPath(id)) return
  const place = document.createElement('div')
  above.after(place)
  const asking = { idToken: () => Promise.resolve(idToken) }
  createRoot(place).render(
    <MessagesContext value={english}>
      <LinkCheck asking={asking} id={id} editHref={editItemPath(id)} />
    </MessagesContext>,
  )
}

showSavedPiece()
