/**
 * An address that a provider gives for one of its own. A provider on https has them on https; which issuers may do without
 * is for the configuration to say.
 *
 * @throws Error for one of any other scheme: `javascript:` would be a script of the page that is sent there.
 */
export function requireSafe(address: string, issuer: string): string {
  const { protocol, origin } = new URL(address)
  if (protocol !== 'https:' && origin !== new URL(issuer).origin) throw new Error(`${address} is no safe address`)
  return address
}
