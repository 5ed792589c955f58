import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'

import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToReadableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type HandleErrorFunction, type RouterContextProvider } from 'react-router'

import { localPath } from '../src/domain/language.ts'
import { messagesContext, servicesContext, shownItemsContext } from './context.ts'
import { hasDeferred } from './deferred.tsx'
import { inlineContentOf } from './document/inline-content.server.ts'
import { InlineContentContext } from './document/inline-content.tsx'
import { pageHeaders } from './document/page-policy.server.ts'
import type { PageHandle } from './root.tsx'
import { visitorParts } from './ui/visitor-parts.server.tsx'
import { VisitorPartsContext } from './ui/visitor-parts.ts'
import { LocalPathContext, MessagesContext } from './use-messages.ts'

/**
 * Read by React Router: how long a promise of a loader may take in the data for hydration, in milliseconds. In the streamed
 * HTML it has no limit but its own.
 */
export const streamTimeout = 30_000

/**
 * Renders the document: buffered, with its length, or as a stream that starts with the fallbacks if a loader returned a
 * promise. A hydrated or streamed document has inline scripts of its own, and so a nonce.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const services = context.get(servicesContext)
  const { log } = services
  const shop = services.shop()
  const { matches, loaderData } = routerContext.staticHandlerContext
  const handles = matches.map(({ route }) => route.handle as PageHandle | undefined)
  const isHydrated = handles.some((handle) => handle?.hydrate)
  const isStreamed = hasDeferred(loaderData)
  const needs = new Set(handles.flatMap((handle) => handle?.needs ?? []))
  const nonce = isHydrated || isStreamed || import.meta.env.DEV ? randomBytes(16).toString('base64') : undefined
  const messages = context.get(messagesContext)
  const content = inlineContentOf(
    matches.map(({ route }) => route.id),
    messages.site.language,
    shop,
  )
  const app = import.meta.env.DEV ? undefined : routerContext.manifest.entry.module
  const inline = { ...content, nonce, app }
  // Only hydrated pages contain the data for hydration.
  const entryContext = isHydrated ? routerContext : { ...routerContext, serverHandoffStream: undefined }
  const { languages } = shop
  const toLocal = (path: string) => (isHydrated ? path : localPath(path, messages.site.language, languages))
  const document = (
    <InlineContentContext value={inline}>
      <MessagesContext value={messages}>
        <LocalPathContext value={toLocal}>
          <VisitorPartsContext value={isHydrated ? {} : visitorParts}>
            <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
          </VisitorPartsContext>
        </LocalPathContext>
      </MessagesContext>
    </InlineContentContext>
  )
  const options = { nonce, onError: (error: unknown) => log.error({ err: error }, 'a page failed to render') }
  headers.set('Content-Type', 'text/html; charset=utf-8')
  for (const [name, value] of Object.entries(pageHeaders({ inline, needs, shop }))) headers.set(name, value)
  const shownItems = context.get(shownItemsContext)
  if (shownItems.length > 0) headers.set('Shown-Items', shownItems.join(' '))
  if (isStreamed) return new Response(await renderToReadableStream(document, options), { status, headers })
  const body = await renderBuffered(document, options)
  headers.set('Content-Length', String(body.length))
  return new Response(body, { status, headers })
}

interface RenderOptions {
  readonly nonce: string | undefined
  readonly onError: (error: unknown) => void
}

/** Renders a whole document. Costs half as much as a web stream. */
function renderBuffered(document: ReactNode, { nonce, onError }: RenderOptions): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(Buffer.from(chunk)) // React reuses the buffer.
        done()
      },
      final(done) {
        resolve(Buffer.concat(chunks))
        done()
      },
    })
    const { pipe } = renderToPipeableStream(document, {
      ...(nonce !== undefined && { nonce }),
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError,
    })
  })
}

/** Logs errors of loaders. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  const { log } = context.get(servicesContext)
  log.error({ err: error, path: new URL(request.url).pathname }, 'a page failed')
}
