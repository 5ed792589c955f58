import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getRequestListener, RequestError } from '@hono/node-server'
import type { Hono } from 'hono'

import { livePath } from '../catalogue/live/live-list.ts'
import type { LiveList } from '../catalogue/live/live-list.ts'
import { StartError } from '../domain/errors.ts'
import type { PageCache } from '../pages/page-cache.ts'
import type { Bindings } from './bindings.ts'
import { readMaxOpenFiles } from './open-files.ts'
import { limitPipelining } from './pipelining.ts'
import { reachableHost } from './reachable-host.ts'
import { readRequestTarget } from './request-target.ts'
import type { RequestTarget } from './request-target.ts'

/** Nobody holds a connection for nothing; a live stream's heartbeats are shorter than `idle`. */
const timeoutsMs = { headers: 10_000, request: 30_000, keepAlive: 30_000, idle: 90_000, close: 10_000 }

export interface ListenerOptions {
  readonly app: Hono<Bindings>
  readonly cache: PageCache
  /** Headers of every answer that is no page. */
  readonly headers: Readonly<Record<string, string>>
  readonly live: LiveList
}

/**
 * What the target of a request means is decided here, for all that comes after: it sees canonical paths alone. A kept
 * page and the live list are answered here, at once; everything else needs a decision and goes to the app.
 */
export function createListener({ app, cache, headers, live }: ListenerOptions): RequestListener {
  const decide = getRequestListener(app.fetch, {
    hostname: 'localhost', // Of a request of HTTP/1.0, as health checks send them. The shop's own address is set.
    // `Host` is no host. What the app does not handle itself would be another fault.
    errorHandler: (error) => new Response(null, { status: error instanceof RequestError ? 400 : 500, headers }),
  })
  const mayBeAnswered = limitPipelining()
  return (request, response) => {
    if (!mayBeAnswered(request, response)) return
    if (response.socket === null && live.holdsStream(request.socket)) {
      request.socket.destroy() // Its answer would wait in memory until the stream ends.
      return
    }
    const { method } = request
    const target = readRequestTarget(request.url ?? '')
    if (target.kind !== 'canonical') {
      answerOutright(target, headers, response)
      return
    }
    request.url = target.path + target.query
    const page = method === 'GET' || method === 'HEAD' ? cache.kept(target.path) : undefined
    if (page) page.send(request, response)
    else if (method === 'GET' && target.path === livePath) live.listener(request, response)
    else {
      if (method === 'HEAD') answerAsGet(request, response)
      void decide(request, response)
    }
  }
}

/** A path has one spelling, whatever the method: 308 keeps that and the body. */
function answerOutright(
  target: Exclude<RequestTarget, { kind: 'canonical' }>,
  headers: Readonly<Record<string, string>>,
  response: ServerResponse,
): void {
  const redirect = target.kind === 'redirect' && { Location: target.location }
  response.writeHead(redirect ? 308 : 400, { ...headers, ...redirect, 'Content-Length': 0 }).end()
}

/** Node leaves the body out of an answer to HEAD by itself. What decides need not know: its headers are those of GET. */
function answerAsGet(request: IncomingMessage, response: ServerResponse): void {
  request.method = 'GET'
  response.once('close', () => (request.method = 'HEAD')) // For the log.
}

export interface HttpServer {
  readonly node: Server
  /** The port that it listens on. */
  readonly port: number
  /** The address at which this machine reaches it. */
  readonly host: string
  /** Hands requests on. To be called in the turn in which the server was given, or early requests get no answer. */
  serve(listener: RequestListener): void
  /** Takes no more connections, finishes what is under way, then ends. */
  close(): Promise<void>
}

/** Connections leave a quarter of the file descriptors to databases, photos and uploads. */
const shareOfConnections = 0.75

/**
 * @param maxOpenFiles how many file descriptors this process may have; `undefined` for any number.
 * @throws StartError when the port cannot be listened on.
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
  if (maxOpenFiles !== undefined) server.maxConnections = Math.floor(maxOpenFiles * shareOfConnections)
  await opened(server, host, port)
  const { port: ownPort, address } = server.address() as AddressInfo
  return {
    node: server,
    port: ownPort,
    host: reachableHost(address),
    serve: (listener) => server.on('request', listener),
    close: () => closed(server),
  }
}

async function opened(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen({ host, port, backlog: 4_096 }, resolve)
  try {
    await promise
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const why = code === 'EADDRINUSE' ? 'another program uses it; set PORT to a free one' : code
    throw new StartError(`Cannot listen on port ${port} of ${host}: ${why}.`, { cause })
  }
}

async function closed(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  const impatience = setTimeout(() => server.closeAllConnections(), timeoutsMs.close)
  await promise
  clearTimeout(impatience)
}
