/** Whether a host name or an IP address, of a URL or of a socket, is this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|(?:::ffff:)?127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}

/**
 * The address at which a server that listens on `address` is reachable from this machine: loopback for a wildcard
 * address.
 */
export function reachableHost(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  return address === '::' ? '::1' : address
}
