import { isItemId } from './item.ts'

/**
 * Addresses of the pages that say that something is missing: a page, an item, an item that is gone for good. One each,
 * whatever was asked for, so that there is one of each to keep. Nothing can have them: `~` is in no id.
 */
export const missingAddresses = { page: '/~', item: '/item/~', goneItem: '/item/~gone' } as const

/** Of the page that says that the shop is busy. Nobody can ask for it by this name. */
export const busyAddress = '/~busy'

/** Pages that take nothing from their address; `app/routes.ts` has the same. */
const fixedPaths: ReadonlySet<string> = new Set([
  '/',
  '/create',
  '/manage',
  '/sign-in',
  '/__/auth/action',
  ...Object.values(missingAddresses),
])

/** The address of the page that answers a canonical path: the path itself, or one of a missing page. */
export function pageAddress(path: string): string {
  if (fixedPaths.has(path) || itemIdAt(path) !== undefined) return path
  return /^\/item\/[^/]+$/.test(path) ? missingAddresses.item : missingAddresses.page
}

/** The id of the item that the page at a canonical path shows, if that could be one's. */
export function itemIdAt(path: string): string | undefined {
  const id = path.startsWith('/item/') ? path.slice('/item/'.length) : ''
  return isItemId(id) ? id : undefined
}
