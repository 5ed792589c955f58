import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { english } from '../src/messages/english-browser.ts'
import { MessagesContext } from './use-messages.ts'

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
