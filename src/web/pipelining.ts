import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How many requests of a connection may wait for responses to earlier ones. */
const maxWaiting = 2

/**
 * Limits pipelining (RFC 9112, 9.3.2): closes a connection when too many of its requests wait. Node emits all requests
 * of a packet at once, about 2,000 in 64 KB. Each would be processed and keep its response in memory and its file open
 * until the earlier responses are sent; a slow reader could hold that many. Browsers and reverse proxies do not
 * pipeline. (Guarded by the test "pipelining: of ten connections with 1,000 requests each, at most three requests each
 * are processed".)
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
