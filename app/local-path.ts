import { createContext, use } from 'react'

/**
 * Turns the path of a page into that of the same page in the language of this one. `entry.server.tsx` provides it for visitor
 * pages. Pages for makers link to the first language of the shop.
 */
export const LocalPathContext = createContext((path: string): string => path)

export function useLocalPath(): (path: string) => string {
  return use(LocalPathContext)
}
