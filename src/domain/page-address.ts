import {
  cataloguePath,
  isCanonicalSearch,
  readCatalogueQuery,
  type CatalogueQuery,
} from './catalogue/catalogue-query.ts'
import { hasCategoryPage } from './catalogue/category.ts'
import { enquiryListPath, readEnquiryList, type EnquiryList } from './enquiry-list.ts'
import { itemFields } from './item-fields.ts'
import { isItemId } from './item.ts'
import { makersPaths } from './language.ts'
import { enquiryPath, homePath, itemPath, piecesPath } from './page-paths.ts'

/**
 * The paths of the pages for a missing page, an unknown item, an item that visitors do not see (hidden or removed), and a
 * purged one: one page each in the cache, whatever the client asked for. They collide with nothing, because `~` is in no
 * id.
 */
export const missingAddresses = {
  page: '/~',
  item: itemPath('~'),
  notVisibleItem: itemPath('~not-visible'),
  goneItem: itemPath('~gone'),
} as const

/** The path of the page that says that the shop is busy. No client can request it: `pageAddress` never returns it. */
export const busyAddress = '/~busy'

/** Whether this is the path of a page that shows no content of its own. */
export function isMissingAddress(path: string): boolean {
  return [busyAddress, ...Object.values(missingAddresses)].includes(path)
}

/** Paths without a parameter. */
const fixedPaths: ReadonlySet<string> = new Set([
  homePath,
  enquiryPath,
  piecesPath,
  ...makersPaths,
  ...Object.values(missingAddresses),
])

/** What a request asks for: its canonical path, of lists of pieces and enquiries with its query. No other page depends on one. */
export function requestedAddress(path: string, query: string): string {
  return isCataloguePath(path) || path === enquiryPath ? path + query : path
}

/**
 * The address of the page that answers a {@link requestedAddress}: the same one, the one spelling of the same list of
 * pieces or enquiry, or one of `missingAddresses`.
 */
export function pageAddress(requested: string): string {
  if (isEnquiryList(requested)) {
    const list = enquiryListAt(requested)
    return list ? enquiryListPath(list.entries, list.before) : missingAddresses.page
  }
  if (isCataloguePath(requested)) {
    const query = catalogueQueryAt(requested)
    return query ? cataloguePath(query) : missingAddresses.page
  }
  if (fixedPaths.has(requested) || itemIdAt(requested) !== undefined) return requested
  const [, ...segments] = requested.split('/')
  const isItem = isItemPath(requested) && segments.length === 2 && segments[1] !== ''
  return isItem ? missingAddresses.item : missingAddresses.page
}

/**
 * Where a client is sent that asks for a list of pieces with parameters in another spelling, such as the empty ones of a
 * form; `undefined` if it is sent nowhere. Another order, and parameters of others, are not worth a round trip.
 */
export function respelledAddress(requested: string): string | undefined {
  if (!isCataloguePath(requested) || !requested.includes('?')) return undefined
  const query = catalogueQueryAt(requested)
  const search = new URLSearchParams(requested.slice(requested.indexOf('?')))
  return query && !isCanonicalSearch(search, query) ? cataloguePath(query) : undefined
}

/** Whether this is the address of an enquiry about some pieces, also of one that does not exist. */
export function isEnquiryList(address: string): boolean {
  return address.startsWith(`${enquiryPath}?`)
}

/** The pieces of the enquiry at an address. @returns `undefined` if there is no such enquiry. */
export function enquiryListAt(address: string): EnquiryList | undefined {
  return readEnquiryList(new URLSearchParams(address.slice(enquiryPath.length)))
}

/** Whether this is the address of a list of pieces, also of one that does not exist. */
export function isCataloguePath(address: string): boolean {
  if (!address.startsWith(piecesPath)) return false
  const next = address[piecesPath.length]
  return next === undefined || next === '/' || next === '?'
}

/** Whether this is the address of a list that anyone can invent, unlike those that are linked everywhere (see `isPlain`). */
export function isListSearch(address: string): boolean {
  return isCataloguePath(address) && address.includes('?')
}

/**
 * What the list of pieces at an address shows. The router's parameters are no substitute: it decodes `%252F` twice.
 *
 * @param address a path with its query.
 * @returns `undefined` if there is no such page.
 */
export function catalogueQueryAt(address: string): CatalogueQuery | undefined {
  const end = address.indexOf('?')
  const path = end === -1 ? address : address.slice(0, end)
  const search = new URLSearchParams(end === -1 ? '' : address.slice(end))
  if (path === piecesPath) return readCatalogueQuery(null, search)
  const category = categoryAt(path)
  return category === undefined ? undefined : readCatalogueQuery(category, search)
}

/**
 * The category's name in the path of its page, as it is spelled there; `undefined` for another path, and for a name that is
 * too long for a category: normalizing it takes quadratic time.
 */
export function categoryAt(path: string): string | undefined {
  const segment = path.startsWith(`${piecesPath}/`) ? path.slice(piecesPath.length + 1) : ''
  const name = segment.includes('/') ? undefined : decodeSegment(segment)
  return name !== undefined && !isTooLong(name) && hasCategoryPage(name) ? name : undefined
}

/** Decomposed characters (NFD) have up to four times as many UTF-16 code units. */
function isTooLong(category: string): boolean {
  return category.length > 4 * itemFields.category.max
}

/** @returns `undefined` if it is not UTF-8. */
function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Whether this is the path of an item's page, of whatever id. */
export function isItemPath(path: string): boolean {
  return path.startsWith(itemPath(''))
}

/** The id in the path of an item's page; `undefined` for another path and for an invalid id. */
export function itemIdAt(path: string): string | undefined {
  const id = isItemPath(path) ? path.slice(itemPath('').length) : ''
  return isItemId(id) ? id : undefined
}
