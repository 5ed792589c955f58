import { parseUrl } from './parse-url.ts'

/**
 * Returns the path, query and fragment of `value` if it is on this site; `undefined` otherwise. For values that attackers
 * can choose: the `next` parameter of a page, the `continueUrl` of an action link.
 *
 * The path alone must resolve to the same URL: `/.//evil.example` has this origin, but its path is `//evil.example`, which
 * a browser resolves to another host.
 * Guarded by the table of attacks in `safe-redirect-path.test.ts`.
 *
 * @param origin the origin of this site, as in `URL.origin`, with scheme and port.
 */
export function safeRedirectPath(value: string, origin: string): string | undefined {
  // Browsers remove or replace these characters, so the URL would differ from what people read.
  if (value === '' || /[\p{Cc}\\]/u.test(value)) return undefined
  const url = parseUrl(value, origin)
  // A `blob:` URL has the origin of the page that created it.
  if (url?.origin !== origin || !/^https?:$/.test(url.protocol)) return undefined
  if (url.username !== '' || url.password !== '') return undefined
  const path = url.pathname + url.search + url.hash
  return parseUrl(path, origin)?.href === origin + path ? path : undefined
}
