import { isIPv6 } from 'node:net'

import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * The address that a request came from, for limits. Behind `trustedProxies` proxies it is the one that the outermost of
 * them saw: what stands further left in `X-Forwarded-For` was written by the client.
 * Of an IPv6 address the first 64 bits count, which is what one household is given.
 */
export function clientAddress(context: Context<{ Bindings: HttpBindings }>, trustedProxies: number): string {
  const forwarded = context.req.header('X-Forwarded-For')?.split(',') ?? []
  const claimed = trustedProxies > 0 ? forwarded.at(-trustedProxies)?.trim() : undefined
  const address = claimed ?? context.env.incoming.socket.remoteAddress ?? ''
  return isIPv6(address) && !address.includes('.') ? network(address) : address
}

function network(address: string): string {
  const [head = '', tail] = address.split('::', 2)
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0')
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':')
}
