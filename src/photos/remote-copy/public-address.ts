import { Resolver } from 'node:dns/promises'

import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address is public. Special-purpose addresses in IANA's registries are not: this machine, private and
 * local networks, cloud metadata services at 169.254.169.254, multicast, IPv4 addresses mapped or tunnelled in IPv6.
 * (RFC 6890; remote-copier.test.ts)
 */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/**
 * Not `dns.lookup`: it would block a thread of the pool, which files and signatures need too, as long as the name
 * server takes.
 */
const resolver = new Resolver({ timeout: 2_000, tries: 2 })

/** The IP addresses of a host name, or the address itself. Rejects when there is none. */
export async function resolveHost(host: string): Promise<string[]> {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(name)) return [name]
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length === 0) throw new Error(`${name} has no address`, { cause: found })
  return addresses
}
