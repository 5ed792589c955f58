import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Handler } from 'hono'

import { ShopError } from '../../domain/errors.ts'
import { problems } from '../../domain/messages.ts'
import type { EventStreams } from '../../live/event-stream.ts'
import type { Bindings } from '../app.ts'

/** `GET /api/items/live`: the catalogue's revisions as server-sent events. */
export function createLiveHandler(streams: EventStreams): Handler<Bindings> {
  return (context) => {
    if (streams.isFull) {
      throw new ShopError('too-many-requests', problems.tooManyRequests, { retryAfterSeconds: 30 })
    }
    const { outgoing } = context.env
    // Already set by the middleware: a stream's own headers alone are added here.
    outgoing.writeHead(200, {
      ...Object.fromEntries(context.res.headers),
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache',
      'X-Accel-Buffering': 'no',
    })
    streams.open(outgoing, context.req.header('Last-Event-ID'))
    return RESPONSE_ALREADY_SENT
  }
}
