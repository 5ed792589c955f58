import { createRoot } from 'react-dom/client'

import { editItemPath, itemPath } from '../../src/domain/page-paths.ts'
import { english } from '../../src/messages/english-browser.ts'
import { openSession } from '../session/session.ts'
import { MessagesContext } from '../use-messages.ts'
import { consumeSavedItem } from '../visitor/flash-message.ts'
import { LinkCheck } from './link-check.tsx'

const saved = consumeSavedItem()

const article = document.querySelector('[data-app] article')

// On the page of an item that was just saved, which is not hydrated: shows its link check below the item.
if (saved && article && location.pathname === itemPath(saved.id)) {
  const container = document.createElement('div')
  article.after(container)
  const title = article.querySelector('h1')?.textContent ?? ''
  const origin = new URL(document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href).origin
  const check = { tokenSource: openSession(saved.identity), id: saved.id, title, origin }
  createRoot(container).render(
    <MessagesContext value={english}>
      <LinkCheck {...check} editHref={editItemPath(saved.id)} />
    </MessagesContext>,
  )
}
