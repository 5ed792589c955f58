import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'

import type { PageServices, RenderPage } from '../src/pages/page.ts'
import { messagesContext, servicesContext, waitForAllContext } from './context.ts'

/** Renders all pages. The entry of the server build, loaded by `server.ts`. */
export function createPages(services: PageServices): RenderPage {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  return async (request, { language, waitForAll }) => {
    const context = new RouterContextProvider()
    context.set(servicesContext, { ...services, shop: () => services.shop(language) })
    context.set(messagesContext, services.messagesIn(language))
    context.set(waitForAllContext, waitForAll)
    return handle(request, context)
  }
}
