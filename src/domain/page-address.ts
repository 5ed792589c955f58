import { isItemId } from './item.ts'
import {
  accountActionPath,
  createPath,
  homePath,
  itemPath,
  managePath,
  shopSettingsPath,
  signInPath,
} from './page-paths.ts'

/**
 * The paths of the pages for a missing page, an unknown item, an item that visitors do not see (hidden or removed), and a
 * purged one: one page each in the cache, whatever the client asked for. They collide with nothing, because `~` is in no
 * id.
 */
export const missingAddresses = {
  page: '/~',
  item: itemPath('~'),
  unseenItem: itemPath('~unseen'),
  goneItem: itemPath('~gone'),
} as const

/** The path of the page that says that the shop is busy. No client can request it: `pageAddress` never returns it. */
export const busyAddress = '/~busy'

/** Paths without a parameter. */
const fixedPaths: ReadonlySet<string> = new Set([
  homePath,
  createPath,
  managePath,
  shopSettingsPath,
  signInPath(),
  accountActionPath,
  ...Object.values(missingAddresses),
])

/** The path of the page that answers a canonical path: the path itself, or one of `missingAddresses`. */
export function pageAddress(path: string): string {
  if (fixedPaths.has(path) || itemIdAt(path) !== undefined) return path
  const [, ...segments] = path.split('/')
  const isItem = isItemPath(path) && segments.length === 2 && segments[1] !== ''
  return isItem ? missingAddresses.item : missingAddresses.page
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
