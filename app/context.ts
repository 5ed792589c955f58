import { createContext } from 'react-router'

import type { Messages } from '../src/messages/english.ts'
import type { PageServices } from '../src/pages/page.ts'

/** The server's services, for loaders. */
export const servicesContext = createContext<PageServices>()

/** The texts of the page's language, for loaders. */
export const messagesContext = createContext<Messages>()

/** The ids of the items that the page shows in addition to its own: it is cached until one of them changes. */
export const shownItemsContext = createContext<readonly string[]>([])

/** Whether loaders wait for all of the page's data, so that it is not streamed. */
export const waitForAllContext = createContext<boolean>()
