import { parseAddress, toAddress, type Address } from '@stockinette/rate-limit/address.ts'
import type { MiddlewareHandler } from 'hono'

import type { Bindings } from '../bindings.ts'

/** What the address is read from: Node's `IncomingMessage` is one. */
interface RequestSource {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** Notes the address of each request for what follows: a closed connection has none. */
export function noteClientAddress(trustedProxies: number): MiddlewareHandler<Bindings> {
  return async (context, next) => {
    context.set('clientAddress', addressOf(context.env.incoming, trustedProxies))
    await next()
  }
}

/** The address that a request comes from: as the trusted proxies say, or else that of the other end of its connection. */
export function addressOf(request: RequestSource, trustedProxies: number): Address {
  return forwardedAddress(request, trustedProxies) ?? toAddress(request.socket.remoteAddress)
}

/**
 * The address that the outermost of `trustedProxies` proxies saw: anything further left in `X-Forwarded-For` was
 * written by the client. `undefined` if that is no address.
 */
export function forwardedAddress(
  { headers }: Pick<RequestSource, 'headers'>,
  trustedProxies: number,
): Address | undefined {
  const forwarded = headers['x-forwarded-for']?.toString()
  const seen = trustedProxies > 0 ? forwarded?.split(',').at(-trustedProxies) : undefined
  return seen === undefined ? undefined : parseAddress(seen.trim())
}
