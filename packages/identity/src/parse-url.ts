/** A host name has at most 253 characters. (RFC 1035, 2.3.4) The rest is for the scheme and a port. */
const maxOriginLength = 275

/**
 * The scheme and the authority of a URL, as the URL parser finds them: it takes any number of slashes of both kinds, and
 * drops tabs and line breaks. (url.spec.whatwg.org, 4.4)
 */
const originForm = /^([^/\\?#]*)[/\\\t\n\r]*([^/\\?#]*)/

/**
 * `URL.parse` for a text of a stranger: `null` for an invalid URL, and for a longer origin than any host has. A host of
 * thousands of characters that are not ASCII takes quadratic time. Path, query and fragment may have any length.
 */
export function parseUrl(text: string): URL | null {
  const [, scheme = '', authority = ''] = originForm.exec(text) ?? []
  return scheme.length + authority.length > maxOriginLength ? null : URL.parse(text)
}
