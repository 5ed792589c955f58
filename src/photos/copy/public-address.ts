import { lookup } from 'node:dns/promises'

import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address is one of the public web's. Everything with a purpose of its own in IANA's registries is not:
 * this machine, private and local networks, providers' metadata services at 169.254.169.254, multicast, IPv4 addresses
 * written as IPv6, or tunnelled in it. (RFC 6890; picture-copier.test.ts)
 */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/** The IP addresses of a host's name; of an address, that address itself. */
export async function resolveHost(host: string): Promise<string[]> {
  const found = await lookup(host.replace(/^\[(.*)\]$/, '$1'), { all: true })
  return found.map(({ address }) => address)
}
