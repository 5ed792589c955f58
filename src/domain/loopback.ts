/** Whether a host name or an IP address, of a URL or of a socket, is this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|(?:::ffff:)?127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}
