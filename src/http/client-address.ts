import { isIPv6 } from 'node:net'

import type { Context } from 'hono'

import type { Bindings } from './bindings.ts'

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

/** As `seenAddress`, but of an IPv6 address the first 64 bits: one household has them all. */
export function addressOf(origin: Origin): string {
  const address = seenAddress(origin)
  return isIPv6(address) && !address.includes('.') ? networkOf(address) : address
}

/**
 * Behind `trustedProxies` proxies it is the address that the outermost of them saw: what stands further left in
 * `X-Forwarded-For` was written by the client.
 */
export function seenAddress({ remote = '', forwarded, trustedProxies }: Origin): string {
  const seen = trustedProxies > 0 ? forwarded?.split(',').at(-trustedProxies)?.trim() : undefined
  return seen ?? remote
}

function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('::', 2)
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'))
  const left = groupsOf(head)
  const right = groupsOf(tail)
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
