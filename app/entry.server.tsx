import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'

import { messagesContext, renderingContext, servicesContext } from './context.ts'
import { Nonce } from './nonce.ts'
import { renderBuffered } from './render-buffered.server.ts'
import type { PageHandle } from './root.tsx'
import { MessagesContext } from './use-messages.ts'

/** How long a promise of a loader may take before it counts as failed, in milliseconds. */
export const streamTimeout = 30_000

/**
 * Renders the document: buffered, or as a stream that starts with the fallbacks if a loader returned a promise. Puts it
 * into `rendering`; the response for React Router has no body.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const rendering = context.get(renderingContext)
  if (rendering.sameAs !== undefined) return new Response(null, { status, headers })
  const { log } = context.get(servicesContext)
  const handles = routerContext.staticHandlerContext.matches.map(({ route }) => handleOf(route))
  const isHydrated = handles.some((handle) => handle?.hydrate)
  rendering.needs = new Set(handles.flatMap((handle) => handle?.needs ?? []))
  rendering.needsNonce = isHydrated || rendering.isStreamed || import.meta.env.DEV

  const nonce = rendering.needsNonce ? rendering.nonce : undefined
  // Only hydrated pages contain the data for hydration.
  const entryContext = isHydrated ? routerContext : { ...routerContext, serverHandoffStream: undefined }
  const document = (
    <Nonce value={nonce}>
      <MessagesContext value={context.get(messagesContext)}>
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </MessagesContext>
    </Nonce>
  )
  const options = { nonce, onError: (error: unknown) => log.error({ err: error }, 'a page failed to render') }
  rendering.body = await (rendering.isStreamed ? renderToReadableStream : renderBuffered)(document, options)
  return new Response(null, { status, headers })
}

function handleOf({ handle }: { handle?: unknown }): PageHandle | undefined {
  return handle as PageHandle | undefined
}

/** Logs errors of loaders. */
export function handleError(error: unknown, { request, context }: ErrorArgs): void {
  if (request.signal.aborted) return
  const { log } = context.get(servicesContext)
  log.error({ err: error, path: new URL(request.url).pathname }, 'a page failed')
}

interface ErrorArgs {
  request: Request
  context: Readonly<RouterContextProvider>
}
