import { createContext } from 'react-router'

import type { Messages } from '../src/messages/english.ts'
import type { Page, PageServices, RenderOptions } from '../src/pages/page.ts'

/** The server's services, for loaders. */
export const servicesContext = createContext<PageServices>()

/** The texts of the page's language, for loaders. */
export const messagesContext = createContext<Messages>()

/** The page that is being rendered. */
export interface Rendering extends RenderOptions {
  /** Set by a loader that hands on a promise: the page is then sent as it comes. */
  isStreamed: boolean
  /** Set by a loader that finds nothing: the address of the page that says so. */
  sameAs: string | undefined
  /** Set with the document, and only then: an answer without it is no page. */
  body: Page['body'] | undefined
  needs: Page['needs']
  /** Whether what is inline carries the nonce. */
  needsNonce: boolean
}

export const renderingContext = createContext<Rendering>()
