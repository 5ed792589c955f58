import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

import { widestNetwork } from '@stockinette/rate-limit/networks.ts'

import { addressOf, seenAddress } from '../../web/middleware/client-address.ts'

/** Who opens a live stream, as far as it matters for fair shares. */
export interface LiveClient {
  /** The address; of an IPv6 address the first 64 bits, which one household has. */
  readonly address: string
  /** … the first 48, as anybody gets that many for the asking. */
  readonly network: string
  /** The machine that the shop runs on. */
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
  return { address, network, isLoopback: isLoopback(seenAddress(origin)) }
}

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
