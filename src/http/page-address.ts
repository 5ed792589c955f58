import { isItemId } from '../domain/item.ts'

/** Pages that take nothing from their address; `app/routes.ts` has the same. */
const fixedPaths: ReadonlySet<string> = new Set(['/', '/create', '/manage', '/sign-in', '/__/auth/action'])

/** Where there is no page, and where there is no item: one address for all of them, so that there is one page to keep. */
export const missingPaths = { page: '/~', item: '/item/~' } as const

/** The address whose page answers a canonical path: the path itself, or the one of `missingPaths`. */
export function pageAddress(path: string): string {
  if (fixedPaths.has(path)) return path
  const id = /^\/item\/([^/]+)$/.exec(path)?.[1]
  if (id === undefined) return missingPaths.page
  return isItemId(id) ? path : missingPaths.item
}
