import { Resolver } from 'node:dns/promises'

import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address is one of the public web's. Everything with a purpose of its own in IANA's registries is not:
 * this machine, private and local networks, providers' metadata services at 169.254.169.254, multicast, IPv4 addresses
 * written as IPv6, or tunnelled in it. (RFC 6890; picture-copier.test.ts)
 */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/** `lookup` would wait in the thread pool, which files and signatures need as well, for as long as a name server likes. */
const resolver = new Resolver({ timeout: 2_000, tries: 2 })

/** The IP addresses of a host's name; of an address, that address itself. Rejects when there are none. */
export async function resolveHost(host: string): Promise<string[]> {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(name)) return [name]
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length === 0) throw new Error(`${name} has no address`, { cause: found })
  return addresses
}
