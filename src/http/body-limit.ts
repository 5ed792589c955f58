import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/**
 * Refuses bodies of more than `maxSize` bytes by calling `onError`, which throws.
 *
 * Hono's own takes a body of unknown length to be there whenever it cannot tell, and copies the request with Node's
 * `Request`, which knows nothing of the adapter's kind. So it gets no request without a body (RFC 9112, 6.3), and one of
 * unknown length as Node's own.
 */
export function limitBody(maxSize: number, onError: () => never): MiddlewareHandler {
  const limit = bodyLimit({ maxSize, onError })
  return async (context, next) => {
    const { raw } = context.req
    if (raw.headers.has('Transfer-Encoding')) {
      const { method, headers, body } = raw
      context.req.raw = new Request(raw.url, { method, headers, body, duplex: 'half' })
      return limit(context, next)
    }
    return raw.headers.has('Content-Length') ? limit(context, next) : next()
  }
}
