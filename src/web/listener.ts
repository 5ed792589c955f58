import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getRequestListener, RequestError } from '@hono/node-server'
import type { Hono } from 'hono'

import { livePath, type LiveList } from '../catalogue/live/live-list.ts'
import { StartError } from '../domain/errors.ts'
import type { PageCache } from '../pages/page-cache.ts'
import type { Bindings } from './bindings.ts'
import { readMaxOpenFiles } from './open-files.ts'
import { limitPipelining } from './pipelining.ts'
import { reachableHost } from './reachable-host.ts'
import { readRequestTarget, type RequestTarget } from './request-target.ts'

/** Timeouts of connections. `idle` is longer than the heartbeat interval of live streams. */
const timeoutsMs = { headers: 10_000, request: 30_000, keepAlive: 30_000, idle: 90_000, close: 10_000 }

export interface ListenerOptions {
  readonly app: Hono<Bindings>
  readonly cache: PageCache
  /** Headers of every response that is not a page. */
  readonly headers: Readonly<Record<string, string>>
  readonly live: LiveList
}

/**
 * Normalises the request target, so that everything behind it sees canonical paths only. Serves cached pages and the
 * live list directly; everything else goes to the app.
 */
export function createListener({ app, cache, headers, live }: ListenerOptions): RequestListener {
  const handleInApp = getRequestListener(app.fetch, {
    hostname: 'localhost', // For HTTP/1.0 requests of health checks. The shop's own origin is configured.
    // 400: the Host header is invalid. The app handles all other errors itself.
    errorHandler: (error) => new Response(null, { status: error instanceof RequestError ? 400 : 500, headers }),
  })
  const acceptRequest = limitPipelining()
  return (request, response) => {
    if (!acceptRequest(request, response)) return
    if (response.socket === null && live.holdsStream(request.socket)) {
      request.socket.destroy() // Its response would stay in memory until the stream ends.
      return
    }
    const { method } = request
    const target = readRequestTarget(request.url ?? '')
    if (target.kind !== 'canonical') {
      redirectOrReject(target, headers, response)
      return
    }
    request.url = target.path + target.query
    const page = method === 'GET' || method === 'HEAD' ? cache.get(target.path) : undefined
    if (page) page.send(request, response)
    else if (method === 'GET' && target.path === livePath) live.listener(request, response)
    else {
      if (method === 'HEAD') handleAsGet(request, response)
      void handleInApp(request, response)
    }
  }
}

/** Redirects to the canonical path, for any method: 308 keeps method and body. Refuses malformed targets. */
function redirectOrReject(
  target: Exclude<RequestTarget, { kind: 'canonical' }>,
  headers: Readonly<Record<string, string>>,
  response: ServerResponse,
): void {
  const redirect = target.kind === 'redirect' && { Location: target.location }
  response.writeHead(redirect ? 308 : 400, { ...headers, ...redirect, 'Content-Length': 0 }).end()
}

/** Handlers treat HEAD as GET, with the same headers. Node omits the body of the response. */
function handleAsGet(request: IncomingMessage, response: ServerResponse): void {
  request.method = 'GET'
  response.once('close', () => (request.method = 'HEAD')) // For the request log.
}

export interface HttpServer {
  readonly node: Server
  /** The port it listens on. */
  readonly port: number
  /** The address at which it is reachable from this machine. */
  readonly host: string
  /**
   * Sets the request handler. Must be called in the same tick as the server is returned, or early requests get no
   * response.
   */
  serve(listener: RequestListener): void
  /** Stops accepting connections, finishes pending requests, then resolves. */
  close(): Promise<void>
}

/** The rest of the file descriptors is for databases, photos and uploads. */
const maxConnectionsShare = 0.75

/**
 * @param maxOpenFiles the process's limit of file descriptors; `undefined` for none.
 * @throws StartError when the port is not available.
 */
export async function listen(
  { host, port }: { host: string; port: number },
  maxOpenFiles = readMaxOpenFiles(),
): Promise<HttpServer> {
  const server = createServer({
    headersTimeout: timeoutsMs.headers,
    requestTimeout: timeoutsMs.request,
    keepAliveTimeout: timeoutsMs.keepAlive,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: 16 * 1024,
  })
  server.setTimeout(timeoutsMs.idle)
  if (maxOpenFiles !== undefined) server.maxConnections = Math.floor(maxOpenFiles * maxConnectionsShare)
  await startListening(server, host, port)
  const { port: ownPort, address } = server.address() as AddressInfo
  return {
    node: server,
    port: ownPort,
    host: reachableHost(address),
    serve: (listener) => server.on('request', listener),
    close: () => stopListening(server),
  }
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses it; set PORT to a free one',
  EACCES: 'this user may not use it; set PORT to another one, such as 3000',
  EADDRNOTAVAIL: 'this machine does not have this address; set HOST to one of its own',
  ENOTFOUND: 'there is no such host; set HOST to an address of this machine',
}

async function startListening(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen({ host, port, backlog: 4_096 }, resolve)
  try {
    await promise
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new StartError(`Cannot listen on port ${port} of ${host}: ${reasons[code ?? ''] ?? code}.`, { cause })
  }
}

async function stopListening(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  const timeout = setTimeout(() => server.closeAllConnections(), timeoutsMs.close)
  await promise
  clearTimeout(timeout)
}
