import type { Cursor } from './catalogue-query.ts'

/** `all`: every item that is not removed. `available`: visitors can buy it. Of the others, `availabilityOf` names one. */
export const managedStates = ['all', 'available', 'madeToOrder', 'reserved', 'sold', 'hidden', 'removed'] as const

export type ManagedState = (typeof managedStates)[number]

/** What an owner looks for. */
export interface ManagedQuery {
  readonly words: string
  readonly state: ManagedState
  readonly cursor: Cursor | null
}

/** How many items a page has: as many rows as a phone renders at once without a pause. */
export const managedPageSize = 100

export const managedItemsPath = '/api/manage/items'

/** The path and query of a page of a list. */
export function managedListPath({ words, state, cursor }: ManagedQuery): string {
  const parameters = { q: words, state: state === 'all' ? '' : state, after: cursor?.key ?? '' }
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return given.length === 0 ? managedItemsPath : `${managedItemsPath}?${new URLSearchParams(given).toString()}`
}
