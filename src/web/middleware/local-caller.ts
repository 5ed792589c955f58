import type { Context } from 'hono'

import { isLoopback } from '../../domain/loopback.ts'
import type { Bindings } from '../bindings.ts'

/** Headers that reverse proxies add. */
const proxyHeaders = ['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP']

/**
 * Whether a request comes from a program on this machine that asks for itself: neither a proxy on this machine nor a page
 * that a browser on this machine shows. A proxy that adds no header of its own and replaces `Host` is not recognised.
 */
export function isLocalCaller({ env, req }: Context<Bindings>): boolean {
  const isHere = isLoopback(env.incoming.socket.remoteAddress ?? '')
  const isAskedHere = isLoopback(new URL(req.url).hostname)
  return isHere && isAskedHere && proxyHeaders.every((name) => req.header(name) === undefined)
}
