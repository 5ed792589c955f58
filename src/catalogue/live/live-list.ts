import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { widestNetwork } from '@stockinette/rate-limit/address.ts'
import { FairSlots } from '@stockinette/rate-limit/fair-slots.ts'

import { isLoopback } from '../../domain/loopback.ts'
import { addressOf } from '../../web/middleware/client-address.ts'
import type { EventStreams } from './event-stream.ts'

/** The path of the event stream of the catalogue's revisions. */
export const livePath = '/api/items/live'

/** When a page may retry, in seconds, if its address had too many streams. */
const retryAfterSeconds = 30

/**
 * How many streams one address may hold; for IPv6, the first 64 bits count. Mobile carriers put hundreds of people
 * behind one address, rarely more than a few thousand, and few of them look at one shop in the same minute. A page above
 * the limit works, but does not update itself until a retry succeeds.
 */
const maxStreamsByAddress = 200

export interface LiveOptions {
  /** Sent with every response. */
  readonly headers: Readonly<Record<string, string>>
  /** The number of proxies in front that add to `X-Forwarded-For`. */
  readonly trustedProxies: number
  /** Whether the number of streams of an address is limited. */
  readonly rateLimits: boolean
}

export type LiveList = ReturnType<typeof createLiveList>

/**
 * `GET /api/items/live`: the catalogue's revisions as server-sent events. Handled before the app, as thousands of streams
 * are open at once, and each keeps the objects in memory that it was opened with.
 *
 * A connection holds one stream. Pipelined requests (RFC 9112, 9.3.2) would wait in memory behind it, and 1,000 of them
 * fit into one packet. No browser pipelines, so a connection that does is closed.
 */
export function createLiveList(streams: EventStreams, options: LiveOptions) {
  const { headers, trustedProxies, rateLimits } = options
  const streamHeaders = {
    ...headers,
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-cache',
    'X-Accel-Buffering': 'no', // Otherwise nginx would buffer events.
  }
  const connections = new WeakSet<Socket>()
  const byAddress = new FairSlots<ServerResponse>({ all: Infinity, loses: 'oldest', replacesOwn: false })

  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    if (response.socket === null) {
      socket.destroy() // An earlier request on this connection has no response yet.
      return
    }
    const address = addressOf(request, trustedProxies)
    if (rateLimits && !isLoopback(address) && byAddress.countOf(address) >= maxStreamsByAddress) {
      response.writeHead(503, { ...headers, 'Retry-After': retryAfterSeconds }).end()
      return
    }
    connections.add(socket)
    byAddress.take(response, address)
    response.once('close', () => {
      connections.delete(socket)
      byAddress.release(response)
    })
    response.writeHead(200, streamHeaders)
    streams.open(response, widestNetwork(address), request.headers['last-event-id'] as string | undefined)
  }
  return {
    listener,
    /** Whether a live stream is being written to this connection. */
    holdsStream: (connection: Socket) => connections.has(connection),
  }
}
