import type { BrowserMessages } from '../../../src/messages/english-browser.ts'
import type { ManagedItemJson } from '../managed-item.ts'

/** What the list shows. */
export type ListFilter = keyof BrowserMessages['manage']['filter']

export const listFilters: readonly ListFilter[] = ['all', 'available', 'madeToOrder', 'sold', 'hidden', 'unsaved']

/** An item of the list: with the filters that it matches, and the text that a search looks in. */
export interface ListedItem {
  readonly item: ManagedItemJson
  /** Whether there is unsaved input for it. */
  readonly isUnsaved: boolean
  readonly filters: ReadonlySet<ListFilter>
  readonly searchText: string
}

/** Prepares items for {@link matchesSearch} and for filters. @param unsavedIds items with unsaved input. */
export function toListedItems(
  items: readonly ManagedItemJson[],
  unsavedIds: ReadonlySet<string>,
  texts: BrowserMessages['manage'],
): ListedItem[] {
  return items.map((item) => {
    const isUnsaved = unsavedIds.has(item.id)
    const filters = filtersOf(item, isUnsaved)
    const { id, title, tagline, category, size, color, removedAt } = item
    const states = removedAt === null ? [...filters].map((filter) => texts.filter[filter]) : [texts.removed]
    const searchText = [title, tagline, category, size, color, id, ...states].join(' ').toLowerCase()
    return { item, isUnsaved, filters, searchText }
  })
}

/** A hidden item is not available: nobody can see it. A sold one is not made to order. */
function filtersOf({ sold, hidden, madeToOrder, removedAt }: ManagedItemJson, isUnsaved: boolean): Set<ListFilter> {
  if (removedAt !== null) return new Set()
  const filters = new Set<ListFilter>(['all'])
  if (sold) filters.add('sold')
  else if (madeToOrder) filters.add('madeToOrder')
  else if (!hidden) filters.add('available')
  if (hidden) filters.add('hidden')
  if (isUnsaved) filters.add('unsaved')
  return filters
}

/** The number of items of each filter. */
export function countByFilter(listed: readonly ListedItem[]): Record<ListFilter, number> {
  const counts = { all: 0, available: 0, madeToOrder: 0, sold: 0, hidden: 0, unsaved: 0 }
  for (const { filters } of listed) for (const filter of filters) counts[filter] += 1
  return counts
}

/** Whether the item's text or states contain each word of the query. */
export function matchesSearch({ searchText }: ListedItem, query: string): boolean {
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searchText.includes(word))
}
