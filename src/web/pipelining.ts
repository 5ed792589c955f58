import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How many requests of a connection may wait for the answers to earlier ones. */
const maxWaiting = 2

/**
 * Limits pipelining (RFC 9112, 9.3.2): a connection on which more requests wait is closed. Node hands on all requests of
 * a packet at once, some 2,000 in 64 KB. Each would be worked on, and keep its answer in memory and its file open until
 * the answers before it have been sent: a slow reader would hold that many. Browsers and reverse proxies do not pipeline.
 * (Guarded by the test "of ten connections with 1,000 pipelined requests each, few are worked on".)
 *
 * @returns a function that tells whether a request may be answered.
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
