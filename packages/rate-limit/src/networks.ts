import ipaddr from 'ipaddr.js'

/**
 * The networks that an address is counted under, the narrowest first. An IPv4 address is counted by itself, also when it
 * is written as IPv6. Every household has a whole IPv6 /64 network, and anyone can get a /56 or a /48.
 */
export function networksOf(address: string): readonly [string, ...string[]] {
  if (!ipaddr.isValid(address)) return [address]
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return [parsed.toString()]
  const bytes = parsed.toByteArray()
  return [prefixOf(bytes, 64), prefixOf(bytes, 56), prefixOf(bytes, 48)]
}

/** The key of an address in rate limits: the IPv4 address, or the IPv6 /64 network, such as `2001:db8:1:2::`. */
export function narrowestNetwork(address: string): string {
  return networksOf(address)[0]
}

/** The key of an address where each client gets one share: the IPv4 address, or the IPv6 /48 network. */
export function widestNetwork(address: string): string {
  const networks = networksOf(address)
  return networks[networks.length - 1] ?? address
}

function prefixOf(bytes: readonly number[], bits: number): string {
  const length = bits / 8
  return ipaddr.fromByteArray([...bytes.slice(0, length), ...Array<number>(16 - length).fill(0)]).toString()
}
