import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'

import type { PublicShop } from '../../pages/page.ts'
import { closedHeaders } from '../../pages/security-headers.ts'
import type { EventStreams } from './event-stream.ts'
import { liveClientOf } from './live-client.ts'

/** Where pages follow the catalogue's revisions. */
export const livePath = '/api/items/live'

/** How long, in seconds, a page stays away that came while its address held too many. */
const retryAfterSeconds = 30

/**
 * How many streams one address may hold; of an IPv6 address, the first 64 bits. Mobile carriers put hundreds of people
 * behind one address, rarely more than a few thousand, of whom few look at one shop in the same minute. A page beyond it
 * shows everything but what is new, and tries again.
 */
const maxStreamsByAddress = 200

export interface LiveOptions {
  readonly shop: PublicShop
  /** How many proxies stand in front and add to `X-Forwarded-For`. */
  readonly trustedProxies: number
  /** Whether an address may hold so many streams and no more. */
  readonly rateLimits: boolean
  /** See `HeaderSettings`. */
  readonly hstsSubdomains: boolean
}

export interface LiveList {
  /** `GET /api/items/live`. */
  readonly listener: RequestListener
  /** Whether a live stream is being written to this connection. */
  holdsStream(connection: Socket): boolean
}

/**
 * `GET /api/items/live`: the catalogue's revisions as server-sent events. Answered before the app: thousands of streams
 * are open at once, and each keeps alive whatever it was opened with.
 *
 * A connection holds one stream. Requests that are pipelined (RFC 9112, 9.3.2) wait in memory behind it, and 1,000 fit
 * into one packet; no browser sends any, and a connection on which one comes is closed.
 */
export function createLiveList(streams: EventStreams, options: LiveOptions): LiveList {
  const { shop, trustedProxies, rateLimits, hstsSubdomains } = options
  const headers = closedHeaders({ ...shop, hstsSubdomains })
  const streamHeaders = {
    ...headers,
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-cache',
    'X-Accel-Buffering': 'no', // nginx would hold events back.
  }
  const connections = new WeakSet<Socket>()
  const counts = createCounts()

  const listener = (request: IncomingMessage, response: Parameters<RequestListener>[1]) => {
    const { socket } = request
    if (response.socket === null) {
      socket.destroy() // An earlier request of this connection has not been answered.
      return
    }
    const { address, network, isLoopback } = liveClientOf(request, trustedProxies)
    if (rateLimits && !isLoopback && counts.of(address) >= maxStreamsByAddress) {
      response.writeHead(503, { ...headers, 'Retry-After': retryAfterSeconds }).end()
      return
    }
    connections.add(socket)
    counts.add(address, 1)
    response.once('close', () => {
      connections.delete(socket)
      counts.add(address, -1)
    })
    response.writeHead(200, streamHeaders)
    streams.open(response, network, request.headers['last-event-id'] as string | undefined)
  }
  return { listener, holdsStream: (connection) => connections.has(connection) }
}

function createCounts() {
  const counts = new Map<string, number>()
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add(key: string, change: 1 | -1) {
      const count = (counts.get(key) ?? 0) + change
      if (count === 0) counts.delete(key)
      else counts.set(key, count)
    },
  }
}
