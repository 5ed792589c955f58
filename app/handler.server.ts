import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'

import type { PageServices, RenderPage } from '../src/http/page.ts'
import { renderingContext, servicesContext } from './context.ts'
import type { Rendering } from './context.ts'

/** All pages as one function; the entry of the server build, loaded by `server.ts`. */
export function createPages(services: PageServices): RenderPage {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  return async (request, options) => {
    const rendering: Rendering = { ...options, isStreamed: false, needs: new Set() }
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(renderingContext, rendering)
    const response = await handle(request, context)
    const isStream = rendering.isStreamed && response.body !== null
    const body = isStream ? response.body : await response.text()
    return { status: response.status, body, needs: rendering.needs }
  }
}
