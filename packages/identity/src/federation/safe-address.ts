/**
 * Checks a URL from a provider's discovery document. A provider on https must use https URLs; the configuration decides
 * which issuers may use http.
 *
 * @throws Error for any other scheme: `javascript:` would run a script in the page that goes there.
 */
export function requireSafe(address: string, issuer: string): string {
  const { protocol, origin } = new URL(address)
  if (protocol !== 'https:' && origin !== new URL(issuer).origin) throw new Error(`${address} is no safe address`)
  return address
}
