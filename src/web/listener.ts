import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { getRequestListener, RequestError } from '@hono/node-server'
import type { Hono } from 'hono'

import { livePath, type LiveList } from '../catalogue/live/live-list.ts'
import { type ShopLanguages, findLanguage } from '../domain/language.ts'
import type { PageCache } from '../pages/page-cache.ts'
import { requestedKey } from '../pages/page-key.ts'
import type { Bindings } from './bindings.ts'
import { readRequestTarget } from './request-target.ts'

export interface ListenerOptions {
  readonly app: Hono<Bindings>
  readonly cache: PageCache
  /** Headers of every response that is not a page. */
  readonly headers: Readonly<Record<string, string>>
  readonly live: LiveList
  /** Of the shop now. */
  readonly languages: () => ShopLanguages
  /** What requests wait for, such as settings that are not known yet; `undefined`: nothing. */
  readonly untilReady?: () => Promise<unknown> | undefined
}

/**
 * Normalises the request target, so that everything behind it sees canonical paths only. Serves cached pages and the
 * live list directly; everything else goes to the app.
 */
export function createListener(options: ListenerOptions): RequestListener {
  const { app, cache, headers, live, languages, untilReady } = options
  const handleInApp = getRequestListener(app.fetch, {
    hostname: 'localhost', // For HTTP/1.0 requests of health checks. The shop's own origin is configured.
    // 400: the Host header is invalid. The app handles all other errors itself.
    errorHandler: (error) => new Response(null, { status: error instanceof RequestError ? 400 : 500, headers }),
  })
  const acceptRequest = limitPipelining()
  const end = (response: ServerResponse, status: number, more: Readonly<Record<string, string>> = {}): void =>
    void response.writeHead(status, { ...headers, ...more, 'Content-Length': 0 }).end()
  const respond: RequestListener = (request, response) => {
    // A proxy in between may have seen another end of such a message. (RFC 9112, 6.1)
    const isUnclear = request.httpVersion === '1.0' && request.headers['transfer-encoding'] !== undefined
    if (isUnclear) response.shouldKeepAlive = false
    // A pipelined request: its response has no socket before all earlier ones are sent. Behind a live stream it would stay in
    // memory until the stream ends.
    if (response.socket === null && live.holdsStream(request.socket)) {
      request.socket.destroy()
      return
    }
    const { method } = request
    const target = readRequestTarget(request.url ?? '')
    if (target.kind === 'malformed') return end(response, 400)
    // 308 keeps method and body.
    if (target.kind === 'redirect') return end(response, 308, { Location: target.location })
    request.url = target.path + target.query
    const isRead = method === 'GET' || method === 'HEAD'
    const requested = findLanguage(target.path, languages())
    if (isRead && requested.redirect !== undefined) {
      // As the languages of the shop are now: once they change, a stored redirect would lead in a circle.
      return end(response, 308, { 'Cache-Control': 'no-store', Location: requested.redirect + target.query })
    }
    const answer = () => {
      const page = isRead ? cache.get(requestedKey(requested, target.query)) : undefined
      if (page) return page.send(request, response)
      if (method === 'HEAD') handleAsGet(request, response)
      void handleInApp(request, response)
    }
    if (method === 'GET' && target.path === livePath) live.listener(request, response)
    else if (response.socket === null) onItsTurn(response, answer)
    else answer()
  }
  return (request, response) => {
    if (!acceptRequest(request, response)) return
    const waited = untilReady?.()
    if (waited) void waited.then(() => respond(request, response))
    else respond(request, response)
  }
}

/**
 * Handlers treat HEAD as GET, with the same headers. Node omits the body of the response. One that is streamed is cancelled:
 * its first part ends the response.
 */
function handleAsGet(request: IncomingMessage, response: ServerResponse): void {
  request.method = 'GET'
  response.once('close', () => (request.method = 'HEAD')) // For the request log.
  response.write = () => {
    response.end()
    return false
  }
}

/**
 * Processes a pipelined request once the answers to all earlier ones are sent: in memory, where nothing counts it, its own
 * would wait for a slow reader. If the connection is closed first, it is not processed.
 */
function onItsTurn(response: ServerResponse, answer: () => void): void {
  // Node is about to send what the response has, and then looks whether it has ended.
  response.once('socket', () => process.nextTick(answer))
}

/** How many requests of a connection may wait for responses to earlier ones. */
const maxWaiting = 2

/**
 * Limits pipelining (RFC 9112, 9.3.2): closes a connection when too many of its requests wait. Node emits all requests
 * of a packet at once, about 2,000 in 64 KB. Each is in memory until the earlier responses are sent; a slow reader could
 * hold that many. Browsers and reverse proxies do not pipeline. (Guarded by the test "pipelining: of ten connections with
 * 1,000 requests each, at most three requests each are processed".)
 *
 * @returns a function that returns whether to process a request.
 */
export function limitPipelining(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const waiting = new WeakMap<Socket, number>()
  return ({ socket }, response) => {
    if (response.socket !== null) return true
    const count = waiting.get(socket) ?? 0
    if (count >= maxWaiting) {
      socket.destroy()
      return false
    }
    waiting.set(socket, count + 1)
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    return true
  }
}
