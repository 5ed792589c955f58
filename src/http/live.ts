import type { RequestListener } from 'node:http'

import type { EventStreams } from '../live/event-stream.ts'
import type { PublicShop } from './page.ts'
import { closedHeaders } from './security-headers.ts'

/** Where pages follow the catalogue's revisions. */
export const livePath = '/api/items/live'

/** How long, in seconds, a page stays away that came while there were too many. */
const retryAfterSeconds = 30

/**
 * `GET /api/items/live`: the catalogue's revisions as server-sent events. Answered before the app: thousands of streams
 * are open at once, and each keeps alive whatever it was opened with.
 */
export function createLiveListener(streams: EventStreams, shop: PublicShop): RequestListener {
  const headers = closedHeaders(shop)
  const streamHeaders = {
    ...headers,
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-cache',
    'X-Accel-Buffering': 'no', // nginx would hold events back.
  }
  return (request, response) => {
    if (streams.isFull) {
      response.writeHead(503, { ...headers, 'Retry-After': retryAfterSeconds }).end()
      return
    }
    response.writeHead(200, streamHeaders)
    streams.open(response, request.headers['last-event-id'] as string | undefined)
  }
}
