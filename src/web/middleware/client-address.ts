import { narrowestNetwork } from '@stockinette/rate-limit/networks.ts'
import type { Context } from 'hono'

import type { Bindings } from '../bindings.ts'

/** The address that a request came from, for limits. */
export function clientAddress(context: Context<Bindings>, trustedProxies: number): string {
  return addressOf({
    remote: context.env.incoming.socket.remoteAddress,
    forwarded: context.req.header('X-Forwarded-For'),
    trustedProxies,
  })
}

export interface Origin {
  /** The other end of the socket. */
  remote: string | undefined
  /** `X-Forwarded-For`. */
  forwarded: string | undefined
  trustedProxies: number
}

/** As `seenAddress`, in the form by which limits know it: of an IPv6 address the network of 64 bits, `2001:db8:1:2::`. */
export function addressOf(origin: Origin): string {
  return narrowestNetwork(seenAddress(origin))
}

/**
 * Behind `trustedProxies` proxies it is the address that the outermost of them saw: what stands further left in
 * `X-Forwarded-For` was written by the client.
 */
export function seenAddress({ remote = '', forwarded, trustedProxies }: Origin): string {
  const seen = trustedProxies > 0 ? forwarded?.split(',').at(-trustedProxies)?.trim() : undefined
  return seen ?? remote
}
