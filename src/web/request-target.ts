import { categoryPath } from '../domain/catalogue/category.ts'
import { isLanguage } from '../domain/language.ts'
import { categoryAt, missingAddresses, respelledAddress } from '../domain/page-address.ts'
import { piecesPath } from '../domain/page-paths.ts'

/** A parsed request target. */
export type RequestTarget =
  /** The canonical path. An impossible path is replaced by one that no page has. */
  | { readonly kind: 'canonical'; readonly path: string; readonly query: string }
  /** Another spelling; `location` is the canonical path and query. */
  | { readonly kind: 'redirect'; readonly location: string }
  /** A target that no browser sends. */
  | { readonly kind: 'malformed' }

/**
 * Scheme and authority of a target in absolute form (RFC 9112, 3.2.2). The shop has one host, so the host in the target
 * is ignored.
 */
const authority = /^https?:\/\/[^/?#]+/i

/** Visible ASCII, without `#`, which browsers never send. */
const visibleText = /^[!"$-~]*$/

/** The root, or segments of characters that RFC 3986 allows unescaped. */
const plainPath = /^(?:\/|(?:\/[\w.~!$&'()*+,;=:@-]+)+)$/

const dotSegment = /\/\.{1,2}(?:\/|$)/

const plainCharacter = /^[\w.~!$&'()*+,;=:@-]$/

/**
 * Parses the target of a request as received, before anything else, so that the cache, the routers and the pages see
 * canonical paths only.
 *
 * No path of the shop contains an empty segment or a dot segment, and none but those of categories
 * ({@link readCategoryTarget}) a percent-escape. A path that becomes canonical by removing a trailing slash or unescaping
 * plain characters is redirected; any other path has no page. The query of a list of pieces is redirected likewise
 * ({@link respelledAddress}). The prefix of a language changes none of this.
 */
export function readRequestTarget(raw: string): RequestTarget {
  const target = withoutAuthority(raw)
  if (target === undefined || !visibleText.test(target)) return { kind: 'malformed' }
  const end = target.indexOf('?')
  const path = end === -1 ? target : target.slice(0, end)
  const query = end === -1 ? '' : target.slice(end)
  return readLocalTarget(path, query) ?? readPath(path, query)
}

/** With the prefix of a language. */
function readLocalTarget(path: string, query: string): RequestTarget | undefined {
  const end = path.indexOf('/', 1)
  const segment = end === -1 ? path : path.slice(0, end)
  const prefix = withoutEscapes(segment)
  if (!isLanguage(prefix.slice(1))) return undefined
  const rest = end === -1 ? '' : path.slice(end)
  const target = rest === '/' ? { kind: 'redirect' as const, location: query } : readPath(rest || '/', query)
  if (target.kind === 'redirect') {
    return { kind: 'redirect', location: prefix + target.location.replace(/^\/(?=\?|$)/, '') }
  }
  if (target.kind === 'malformed') return target
  const local = prefix + (rest === '' ? '' : target.path)
  return prefix === segment ? { ...target, path: local } : { kind: 'redirect', location: local + target.query }
}

function readPath(path: string, query: string): RequestTarget {
  const category = categorySegment(path)
  if (category !== undefined) return readCategoryTarget(path, category, query)
  if (isCanonical(path)) return withCanonicalQuery(path, query)
  const plain = withoutTrailingSlash(withoutEscapes(path))
  if (isCanonical(plain)) return { kind: 'redirect', location: plain + query }
  return { kind: 'canonical', path: toUnusedPath(path), query: '' }
}

/** The last segment of a path that may be a category's: the only one after `/pieces`, however that is escaped. */
function categorySegment(path: string): string | undefined {
  const [, first = '', last = '', ...others] = withoutTrailingSlash(path).split('/')
  const isBelowPieces = `/${withoutEscapes(first)}` === piecesPath
  return isBelowPieces && last !== '' && others.length === 0 ? last : undefined
}

/**
 * A category's name may be in any script, and have slashes and percent signs. Its one encoding is that of
 * `encodeURIComponent`; others of the same name are redirected to it. A name that is not UTF-8, a dot segment or one with
 * NUL has no page.
 */
function readCategoryTarget(path: string, segment: string, query: string): RequestTarget {
  const name = categoryAt(`${piecesPath}/${segment}`)
  if (name === undefined) return { kind: 'canonical', path: missingAddresses.page, query: '' }
  const canonical = categoryPath(name)
  return path === canonical ? withCanonicalQuery(path, query) : { kind: 'redirect', location: canonical + query }
}

function withCanonicalQuery(path: string, query: string): RequestTarget {
  const location = respelledAddress(path + query)
  return location === undefined ? { kind: 'canonical', path, query } : { kind: 'redirect', location }
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

/** Replaces each invalid segment with `~`, which nothing is named, so that the route can say what is missing. */
function toUnusedPath(path: string): string {
  const segments = path.slice(1).split('/')
  return `/${segments.map((segment) => (isCanonical(`/${segment}`) && segment !== '' ? segment : '~')).join('/')}`
}
