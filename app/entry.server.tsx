import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter } from 'react-router'
import type { EntryContext, RouterContextProvider } from 'react-router'

import { renderingContext, servicesContext } from './context.ts'
import { Nonce } from './nonce.ts'
import type { PageHandle } from './root.tsx'

/** How long, in milliseconds, a promise that a loader handed on may take before it counts as failed. */
export const streamTimeout = 30_000

/** Renders the document: whole, or as a stream that begins with the fallbacks when a loader handed on a promise. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const rendering = context.get(renderingContext)
  const { nonce, isStreamed } = rendering
  const { matches } = routerContext.staticHandlerContext
  rendering.needs = new Set(matches.flatMap(({ route }) => handleOf(route)?.needs ?? []))
  const { log } = context.get(servicesContext)
  const stream = await renderToReadableStream(
    <Nonce value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </Nonce>,
    { nonce, onError: (error) => log.error({ err: error }, 'a page failed to render') },
  )
  if (!isStreamed) await stream.allReady
  return new Response(stream, { status, headers })
}

function handleOf({ handle }: { handle?: unknown }): PageHandle | undefined {
  return handle as PageHandle | undefined
}

/** Loaders' failures, as React Router meets them. */
export function handleError(error: unknown, { request, context }: ErrorArgs): void {
  if (request.signal.aborted) return
  const { log } = context.get(servicesContext)
  log.error({ err: error, path: new URL(request.url).pathname }, 'a page failed')
}

interface ErrorArgs {
  request: Request
  context: Readonly<RouterContextProvider>
}
