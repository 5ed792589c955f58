import { createRoot } from 'react-dom/client'

import { editItemPath, itemPath } from '../../src/domain/page-paths.ts'
import { english } from '../../src/messages/english-browser.ts'
import { openSession } from '../session/session.ts'
import { MessagesContext } from '../use-messages.ts'
import { consumeSavedItem } from '../visitor/flash-message.ts'
import { LinkCheck } from './link-check.tsx'

const saved = consumeSavedItem()

// On the page of an item that was just saved, which is not hydrated: shows its link check below the link back.
if (saved && location.pathname === itemPath(saved.id)) {
  const container = document.createElement('div')
  document.querySelector('[data-app]')?.firstElementChild?.after(container)
  createRoot(container).render(
    <MessagesContext value={english}>
      <LinkCheck tokenSource={openSession(saved.identity)} id={saved.id} editHref={editItemPath(saved.id)} />
    </MessagesContext>,
  )
}
