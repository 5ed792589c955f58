import { piecesPath } from '../page-paths.ts'

/** What two spellings of a category have in common: they are the same category if this is equal. */
export function categoryKey(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toUpperCase().toLowerCase()
}

/**
 * Whether a category of this name can have a page: URLs cannot have the segments `.` and `..` (RFC 3986, 5.2.4), and no path
 * of the shop has an empty segment or NUL.
 */
export function hasCategoryPage(name: string): boolean {
  return !['', '.', '..'].includes(name.trim()) && !name.includes('\0')
}

/** The path of a category's page, under the spelling of its name that it is given. */
export function categoryPath(name: string): string {
  return hasCategoryPage(name) ? `${piecesPath}/${encodeURIComponent(name.toWellFormed())}` : piecesPath
}
