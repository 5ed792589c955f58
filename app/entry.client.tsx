import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { english } from '../src/messages/english-browser.ts'
import { ignoreStrayClicks } from './ui/stray-clicks.ts'
import { MessagesContext } from './use-messages.ts'

// `<Scripts />` defines it on hydrated pages. The only other page that loads this is that of an item that was just saved.
if ('__reactRouterContext' in window) {
  ignoreStrayClicks()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <MessagesContext value={english}>
          <HydratedRouter />
        </MessagesContext>
      </StrictMode>,
    )
  })
} else {
  void import('./link-preview/check-after-save.tsx')
}
