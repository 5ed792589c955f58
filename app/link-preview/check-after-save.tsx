import { createRoot } from 'react-dom/client'

import { editItemPath, itemPath } from '../../src/domain/page-paths.ts'
import { english } from '../../src/messages/english-browser.ts'
import { MessagesContext } from '../use-messages.ts'
import { LinkCheck } from './link-check.tsx'

const key = 'saved-item'

interface SavedItem {
  readonly id: string
  /** For the one request: the item's page has no session. */
  readonly idToken: string
}

/** The URL of this module: the item's page imports it from there, and other visitor pages do not load it. */
export const moduleUrl = import.meta.url

/** Stores the item for this module's next run, on the item's page. */
export function saveForNextPage(item: SavedItem): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(item))
  } catch {
    // Without storage, owners can still open the link preview in /manage.
  }
}

/** Shows the link check above the item, if this is the item's page. */
function showLinkCheck(): void {
  const stored = sessionStorage.getItem(key)
  const backLink = document.querySelector('.page > p:has(.plain-link)')
  if (stored === null || backLink === null) return
  sessionStorage.removeItem(key)
  const { id, idToken } = JSON.parse(stored) as SavedItem
  if (location.pathname !== itemPath(id)) return
  const container = document.createElement('div')
  backLink.after(container)
  const tokenSource = { idToken: () => Promise.resolve(idToken) }
  createRoot(container).render(
    <MessagesContext value={english}>
      <LinkCheck tokenSource={tokenSource} id={id} editHref={editItemPath(id)} />
    </MessagesContext>,
  )
}

showLinkCheck()
