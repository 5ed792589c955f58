import { SocketAddress } from 'node:net'

import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

declare const isAddress: unique symbol

/**
 * The address of a client, as limits count it and as it is logged: the IPv4 address, also if it was written as IPv6, or the
 * IPv6 /64 network, such as `2001:db8:1:2::`. Every household has a whole /64 network.
 *
 * Only these functions make one, so a text of which a client chooses a part, such as its port, is no key of a limit.
 */
export type Address = string & { readonly [isAddress]: true }

/** The administrator on the command line, who has no address. */
export const commandLineAddress = 'command line' as Address

const unknown = 'unknown' as Address

/** The addresses of connections, each of which many requests come from. The texts are Node's, so they are short. */
const addresses = new LRUCache<string, Address>({ max: 1_000, memoMethod: (text) => parseAddress(text) ?? unknown })

/** As `parseAddress`. All clients without an address, such as those whose connection has ended, count as one. */
export function toAddress(text = ''): Address {
  return addresses.memo(text)
}

/** @param text an IP address, with or without a port: `203.0.113.7:8080`, `[2001:db8::1]:8080`. */
export function parseAddress(text: string): Address | undefined {
  const ip = ipaddr.isValid(text) ? text : SocketAddress.parse(text)?.address
  if (ip === undefined) return undefined
  const parsed = ipaddr.process(ip)
  if (parsed.kind() === 'ipv4') return parsed.toString() as Address
  // Not as text, which has the zone: any word may be one.
  return prefixOf(parsed.toByteArray(), parsed.range() === 'loopback' ? 128 : 64) as Address
}

/**
 * The networks that an address is counted under, the narrowest first: an IPv4 address by itself, an IPv6 address by its /64,
 * its /56 and its /48 network. Anyone can get one of these.
 */
export function networksOf(address: Address): readonly [string, ...string[]] {
  if (!address.includes(':')) return [address]
  const bytes = ipaddr.IPv6.parse(address).toByteArray()
  return [address, prefixOf(bytes, 56), prefixOf(bytes, 48)]
}

/** The key of an address where each client gets one share: the IPv4 address, or the IPv6 /48 network. */
export function widestNetwork(address: Address): string {
  return networksOf(address).at(-1) ?? address
}

function prefixOf(bytes: readonly number[], bits: number): string {
  const length = bits / 8
  return ipaddr.fromByteArray([...bytes.slice(0, length), ...Array<number>(16 - length).fill(0)]).toString()
}
