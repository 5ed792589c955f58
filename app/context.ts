import { createContext } from 'react-router'

import type { Messages } from '../src/messages/english.ts'
import type { Page, PageServices, RenderOptions } from '../src/pages/page.ts'

/** The server's services, for loaders. */
export const servicesContext = createContext<PageServices>()

/** The texts of the page's language, for loaders. */
export const messagesContext = createContext<Messages>()

/** The page that is being rendered. */
export interface Rendering extends RenderOptions {
  /** Set by a loader that returns a promise: the page is streamed. */
  isStreamed: boolean
  /** Set by a loader that finds nothing: the path of the page that says so. */
  sameAs: string | undefined
  /** The rendered document; a response without it is not a page. */
  body: Page['body'] | undefined
  needs: Page['needs']
  /** Whether inline scripts and styles have the nonce. */
  needsNonce: boolean
}

export const renderingContext = createContext<Rendering>()
