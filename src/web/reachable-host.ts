/**
 * The address at which a server that listens on `address` is reachable from this machine: loopback for a wildcard
 * address.
 */
export function reachableHost(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  return address === '::' ? '::1' : address
}
