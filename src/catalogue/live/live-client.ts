import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

import { widestNetwork } from '@stockinette/rate-limit/networks.ts'

import { addressOf, readClientAddress } from '../../web/middleware/client-address.ts'

/** The client of a live stream, for limits per client. */
export interface LiveClient {
  /** The IPv4 address, or the IPv6 /64, which is what one household has. */
  readonly address: string
  /** The IPv4 address, or the IPv6 /48, which anyone can get. */
  readonly network: string
  /** Whether it is the machine that the shop runs on. */
  readonly isLoopback: boolean
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

export function liveClientOf(request: IncomingMessage, trustedProxies: number): LiveClient {
  const forwarded = request.headers['x-forwarded-for']
  const origin = { remote: request.socket.remoteAddress, forwarded: forwarded?.toString(), trustedProxies }
  const address = addressOf(origin)
  const network = widestNetwork(address)
  return { address, network, isLoopback: isLoopback(readClientAddress(origin)) }
}

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
