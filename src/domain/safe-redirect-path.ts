/**
 * The path, query and fragment that `value` leads to on this site; `undefined` for anything else. For values that anyone
 * can write: the `next` of a page's own address, the `continueUrl` of a link in a mail.
 *
 * A path is less than the URL that it was taken from: `/.//evil.example` is of this origin, but its path is
 * `//evil.example`, which a browser takes for another host. So the path alone has to resolve to the same URL.
 * Guarded by the table of attacks in `safe-redirect-path.test.ts`.
 *
 * @param origin of this site, as `URL.origin` has it. Scheme and port count.
 */
export function safeRedirectPath(value: string, origin: string): string | undefined {
  // Browsers drop or rewrite these, so what a person reads is not where it leads.
  if (value === '' || /[\p{Cc}\\]/u.test(value)) return undefined
  const url = URL.parse(value, origin)
  // The origin of a `blob:` URL is that of the page which made it.
  if (url === null || url.origin !== origin || !/^https?:$/.test(url.protocol)) return undefined
  if (url.username !== '' || url.password !== '') return undefined
  const path = url.pathname + url.search + url.hash
  return URL.parse(path, origin)?.href === origin + path ? path : undefined
}
