import type { TestContext } from 'node:test'

import { wholeCatalogue, type CatalogueQuery } from '../../domain/catalogue/catalogue-query.ts'
import { categoryKey } from '../../domain/catalogue/category.ts'
import { splitFacet } from '../../domain/catalogue/facets.ts'
import { isMatch, queryTermsOf, termsOf } from '../../domain/catalogue/search-terms.ts'
import { isVisible, type StoredItem } from '../../domain/item-state.ts'
import type { Item } from '../../domain/item.ts'
import { noDetails } from '../../domain/item/item-fields.ts'
import type { Store } from '../store.ts'
import type { CataloguePage } from './catalogue-search.ts'

/** An empty store for one test. */
export interface SearchUnderTest {
  readonly store: Store
  /** Stores items with their ids, times and states. Resolves once the store finds them. */
  readonly put: (items: readonly StoredItem[]) => Promise<void>
  /** Closes the store and deletes its data. */
  readonly dispose: () => Promise<void>
}

/** Opens a store for a test, and disposes of it when the test ends. */
export type Start = (t: TestContext) => Promise<SearchUnderTest>

const firstDay = Date.UTC(2026, 0, 1)

/** An item with few fields, that was added `minute` minutes after the others' first. */
export function storedItem(minute: number, fields: Partial<StoredItem> = {}): StoredItem {
  return {
    id: `item${minute}`,
    createdAt: new Date(firstDay + minute * 60_000),
    title: `Piece ${minute}`,
    tagline: '',
    price: 1_000,
    category: 'Knits',
    imageUrl: 'https://example.com/a.jpg',
    size: null,
    color: null,
    description: null,
    ...noDetails,
    photos: [],
    sold: false,
    hidden: false,
    removedAt: null,
    ...fields,
  }
}

export function queryOf(query: Partial<CatalogueQuery>): CatalogueQuery {
  return { ...wholeCatalogue, ...query }
}

export function search(store: Store, query: Partial<CatalogueQuery>, limit = 24): Promise<CataloguePage> {
  return store.search(queryOf(query), limit)
}

export function idsOf({ items }: { readonly items: readonly Item[] }): string[] {
  return items.map(({ id }) => id)
}

export async function foundIds(store: Store, query: Partial<CatalogueQuery>): Promise<string[]> {
  return idsOf(await search(store, query, 100))
}

/** Follows the pages of a query from the first to the last, or back from a page. */
export async function readPages(
  store: Store,
  query: Partial<CatalogueQuery>,
  limit: number,
  direction: 'next' | 'previous' = 'next',
): Promise<CataloguePage[]> {
  const pages = [await search(store, query, limit)]
  for (let cursor = pages[0]?.[direction]; cursor; cursor = pages.at(-1)?.[direction]) {
    // A page that leads to itself would never end.
    if (pages.length > 1_000) throw new Error(`no end after ${cursor.key}`)
    // oxlint-disable-next-line no-await-in-loop -- Each page has the cursor of the next one.
    pages.push(await search(store, { ...query, cursor }, limit))
  }
  return pages
}

/** What a query finds, by looking at every item: newest first, or by price. */
export function findNaively(items: readonly StoredItem[], query: CatalogueQuery): StoredItem[] {
  const newestFirst = items.toReversed().toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  const found = newestFirst.filter((item) => matches(item, query))
  if (query.sort !== 'price' && query.sort !== 'price-desc') return found
  const sign = query.sort === 'price' ? 1 : -1
  const orderOf = ({ price }: StoredItem) => (price === null ? Number.POSITIVE_INFINITY : price * sign)
  return found.toSorted((a, b) => (orderOf(a) === orderOf(b) ? 0 : orderOf(a) - orderOf(b)))
}

function matches(item: StoredItem, { category, words, size, color, isAvailable, min, max }: CatalogueQuery): boolean {
  const has = (text: string | null, wanted: string | null) =>
    wanted === null || splitFacet(text).some(({ key }) => key === categoryKey(wanted))
  const isInRange = item.price !== null && item.price >= (min ?? 0) && item.price <= (max ?? Number.POSITIVE_INFINITY)
  return (
    isVisible(item) &&
    (category === null || categoryKey(category) === categoryKey(item.category)) &&
    has(item.size, size) &&
    has(item.color, color) &&
    !(isAvailable && item.sold) &&
    ((min === null && max === null) || isInRange) &&
    hasWords(item, words)
  )
}

function hasWords(item: StoredItem, words: string): boolean {
  const { title, tagline, category, color, size, yarn, description } = item
  const terms = [title, tagline, category, color, size, yarn, description].flatMap((text) => termsOf(text ?? ''))
  const wanted = queryTermsOf(words)
  if (wanted.length === 0 && words !== '') return false
  return wanted.every((word) => terms.some((term) => isMatch(term, word)))
}
