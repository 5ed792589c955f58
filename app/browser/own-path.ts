/**
 * Where a page may lead on to, out of an address that anyone can have put into its own: a path of this shop with its query;
 * `undefined` for anything else.
 */
export function toOwnPath(address: string | null, origin: string): string | undefined {
  const url = address ? URL.parse(address, origin) : null
  return url?.origin === origin ? url.pathname + url.search + url.hash : undefined
}
