/** What becomes of a request by its target. */
export type RequestTarget =
  /** The one spelling of an address. An address that nothing can have is replaced by one that nothing has. */
  | { readonly kind: 'canonical'; readonly path: string; readonly query: string }
  /** Another spelling of it: a path and query of this shop's own. */
  | { readonly kind: 'redirect'; readonly location: string }
  /** No target that a browser sends. */
  | { readonly kind: 'malformed' }

/** Scheme and authority of a target in absolute form (RFC 9112, 3.2.2). The shop has one host: it does not matter which one is named. */
const authority = /^https?:\/\/[^/?#]+/i

/** ASCII that can be seen, without the `#` that never leaves a browser. */
const visibleText = /^[!"$-~]*$/

/** One or more segments of what RFC 3986 allows in them without an escape, or the root. */
const plainPath = /^(?:\/|(?:\/[\w.~!$&'()*+,;=:@-]+)+)$/

const dotSegment = /\/\.{1,2}(?:\/|$)/

const plainCharacter = /^[\w.~!$&'()*+,;=:@-]$/

/**
 * Reads the target of a request as it came over the wire, before anything else does: the cache, the routers and the
 * pages see canonical paths alone.
 *
 * No address of the shop has a percent-escape, an empty segment or a dot segment. What would be canonical without a
 * trailing slash or without escapes of plain characters is redirected there; every other path is nobody's.
 */
export function readRequestTarget(raw: string): RequestTarget {
  const target = withoutAuthority(raw)
  if (target === undefined || !visibleText.test(target)) return { kind: 'malformed' }
  const end = target.indexOf('?')
  const path = end === -1 ? target : target.slice(0, end)
  const query = end === -1 ? '' : target.slice(end)
  if (isCanonical(path)) return { kind: 'canonical', path, query }
  const plain = withoutTrailingSlash(withoutEscapes(path))
  if (isCanonical(plain)) return { kind: 'redirect', location: plain + query }
  return { kind: 'canonical', path: nobodysPath(path), query: '' }
}

function withoutAuthority(raw: string): string | undefined {
  if (raw.startsWith('/')) return raw
  const [named] = authority.exec(raw) ?? []
  if (named === undefined) return undefined
  const rest = raw.slice(named.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

function isCanonical(path: string): boolean {
  return plainPath.test(path) && !dotSegment.test(path)
}

function withoutEscapes(path: string): string {
  return path.replaceAll(/%([\da-f]{2})/gi, (escape, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16))
    return plainCharacter.test(character) ? character : escape
  })
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** `~` is no name of anything: in the place of what is no segment it leaves it to the route to say what is missing. */
function nobodysPath(path: string): string {
  const segments = path.slice(1).split('/')
  return `/${segments.map((segment) => (isCanonical(`/${segment}`) && segment !== '' ? segment : '~')).join('/')}`
}
