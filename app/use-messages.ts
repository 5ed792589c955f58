import { createContext, use } from 'react'

import type { Language } from '../src/domain/language.ts'
import { foreignLanguage } from '../src/domain/text-language.ts'
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

/** For the attribute `lang` of what somebody wrote: its language, if it is in another script than the page. */
export function useForeignLanguage(): (text: string) => Language | undefined {
  const { language } = useMessages().site
  return (text) => foreignLanguage(text, language)
}

/**
 * Turns the path of a page into that of the same page in the language of this one. `entry.server.tsx` provides it for visitor
 * pages. Pages for makers link to the first language of the shop.
 */
export const LocalPathContext = createContext((path: string): string => path)

export function useLocalPath(): (path: string) => string {
  return use(LocalPathContext)
}
