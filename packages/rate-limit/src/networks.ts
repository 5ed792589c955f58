import ipaddr from 'ipaddr.js'

/**
 * The networks that count for an address, the narrowest first. An IPv4 address is one by itself, also when it is written
 * as an IPv6 one. A household has at least the 64 bits of an IPv6 network, and anybody can have 56 or 48 of them.
 */
export function networksOf(address: string): readonly [string, ...string[]] {
  if (!ipaddr.isValid(address)) return [address]
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return [parsed.toString()]
  const bytes = parsed.toByteArray()
  return [prefixOf(bytes, 64), prefixOf(bytes, 56), prefixOf(bytes, 48)]
}

/** The form of an address by which limits know it: IPv4, or the network of 64 bits, as in `2001:db8:1:2::`. */
export function narrowestNetwork(address: string): string {
  return networksOf(address)[0]
}

/** For what an address has a share of, and nobody shall have many shares. */
export function widestNetwork(address: string): string {
  const networks = networksOf(address)
  return networks[networks.length - 1] ?? address
}

function prefixOf(bytes: readonly number[], bits: number): string {
  const length = bits / 8
  return ipaddr.fromByteArray([...bytes.slice(0, length), ...Array<number>(16 - length).fill(0)]).toString()
}
