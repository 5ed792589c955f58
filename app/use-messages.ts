import { createContext, use } from 'react'

import type { BrowserMessages } from '../src/messages/english-browser.ts'
import type { Messages } from '../src/messages/english.ts'

/** The texts of the page's language. `entry.server.tsx` provides all of them, `entry.client.tsx` those for the browser. */
export const MessagesContext = createContext<Messages | BrowserMessages | undefined>(undefined)

/** The texts for components that also run in the browser. */
export function useMessages(): BrowserMessages {
  const messages = use(MessagesContext)
  if (!messages) throw new Error('MessagesContext has no provider.')
  return messages
}

/** All texts, for components that run on the server alone: those of pages that do not hydrate. */
export function useServerMessages(): Messages {
  const messages = use(MessagesContext)
  if (!messages || !('home' in messages)) throw new Error('Only the server has all messages.')
  return messages
}
