import { narrowestNetwork } from '@stockinette/rate-limit/networks.ts'
import type { Context } from 'hono'

import type { Bindings } from '../bindings.ts'

/** The client address of a request, for rate limits. */
export function clientAddress(context: Context<Bindings>, trustedProxies: number): string {
  return addressOf({
    remote: context.env.incoming.socket.remoteAddress,
    forwarded: context.req.header('X-Forwarded-For'),
    trustedProxies,
  })
}

export interface AddressSource {
  /** The address of the other end of the socket. */
  remote: string | undefined
  /** `X-Forwarded-For`. */
  forwarded: string | undefined
  trustedProxies: number
}

/** Like `readClientAddress`, in the form that rate limits use: for IPv6 the /64 network, `2001:db8:1:2::`. */
export function addressOf(origin: AddressSource): string {
  return narrowestNetwork(readClientAddress(origin))
}

/**
 * The address that the outermost of `trustedProxies` proxies saw: anything further left in `X-Forwarded-For` was
 * written by the client.
 */
export function readClientAddress({ remote = '', forwarded, trustedProxies }: AddressSource): string {
  const seen = trustedProxies > 0 ? forwarded?.split(',').at(-trustedProxies)?.trim() : undefined
  return seen ?? remote
}
