import { hash } from 'node:crypto'

import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'

import { english } from '../src/messages/english.ts'
import type { InlineSources, PageServices, RenderPage } from '../src/pages/page.ts'
import { messagesContext, renderingContext, servicesContext, type Rendering } from './context.ts'
import { styleSheet, visitorScripts } from './inline-content.ts'

const initialRendering = { isStreamed: false, needsNonce: false, body: undefined, sameAs: undefined }

/** Renders all pages. The entry of the server build, loaded by `server.ts`. */
export function createPages(services: PageServices): RenderPage {
  const { origin, isPreview } = services.shop
  const handle = createRequestHandler(build, import.meta.env.MODE)
  const visitorInline: InlineSources = {
    script: visitorScripts(isPreview).map(({ code }) => hashSource(code)),
    style: [hashSource(styleSheet)],
  }
  return async (address, options) => {
    const rendering: Rendering = { ...options, ...initialRendering, needs: new Set() }
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(messagesContext, english)
    context.set(renderingContext, rendering)
    const { status } = await handle(new Request(origin + address), context)
    const { needs, needsNonce, body, sameAs } = rendering
    if (sameAs !== undefined) return { sameAs }
    // React Router's own responses are not documents, and contain user input that is not escaped as HTML.
    if (body === undefined) return undefined
    return { status, body, needs, inline: needsNonce ? undefined : visitorInline }
  }
}

function hashSource(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}
