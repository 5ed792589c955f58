import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import {
  catalogueSearch,
  readCatalogueQuery,
  wholeCatalogue,
  type CatalogueQuery,
} from '../../domain/catalogue/catalogue-query.ts'
import { categoryKey } from '../../domain/catalogue/category.ts'
import { splitFacet } from '../../domain/catalogue/facets.ts'
import { queryTermsOf, termsOf, type QueryTerm } from '../../domain/catalogue/search-terms.ts'
import { noFields } from '../../domain/item-fields.ts'
import { isVisible, type StoredItem, initialState } from '../../domain/item-state.ts'
import type { Item } from '../../domain/item.ts'
import type { Store } from '../store.ts'
import type { CatalogueSearch } from './catalogue-search.ts'
import { canonicalTerm, isFiller } from './same-words.ts'
import type { CataloguePage } from './search-results.ts'

/** An empty store for one test. */
export interface SearchUnderTest {
  readonly store: Store
  /** Finds its items. */
  readonly search: CatalogueSearch
  /** Stores items with their ids, times and states. Resolves once the store finds them. */
  readonly put: (items: readonly StoredItem[]) => Promise<void>
}

/** Opens a store for one test, which closes it and deletes its data when it ends. */
export type Start = (t: TestContext) => Promise<SearchUnderTest>

const firstDay = Date.UTC(2026, 0, 1)

/** An item with few fields, that was added `minute` minutes after the others' first. */
export function storedItem(minute: number, fields: Partial<StoredItem> = {}): StoredItem {
  return {
    ...noFields,
    ...initialState,
    id: `item${minute}`,
    createdAt: new Date(firstDay + minute * 60_000),
    title: `Piece ${minute}`,
    price: 1_000,
    imageUrl: 'https://example.com/a.jpg',
    ...fields,
  }
}

export function queryOf(query: Partial<CatalogueQuery>): CatalogueQuery {
  return { ...wholeCatalogue, ...query }
}

/** A cursor must be one that addresses can have. */
export function findPage(search: CatalogueSearch, query: Partial<CatalogueQuery>, limit = 24): Promise<CataloguePage> {
  const asked = queryOf(query)
  const read = readCatalogueQuery(asked.category, new URLSearchParams(catalogueSearch(asked)))
  assert.deepEqual(read?.cursor, asked.cursor)
  return search.search(asked, limit)
}

export function idsOf({ items }: { readonly items: readonly Item[] }): string[] {
  return items.map(({ id }) => id)
}

export async function foundIds(search: CatalogueSearch, query: Partial<CatalogueQuery>): Promise<string[]> {
  return idsOf(await findPage(search, query, 100))
}

/** Follows the pages of a query from the first to the last, or back from a page. */
export async function readPages(
  search: CatalogueSearch,
  query: Partial<CatalogueQuery>,
  limit: number,
  direction: 'next' | 'previous' = 'next',
): Promise<CataloguePage[]> {
  const pages = [await findPage(search, query, limit)]
  for (let cursor = pages[0]?.[direction]; cursor; cursor = pages.at(-1)?.[direction]) {
    // A page that leads to itself would never end.
    if (pages.length > 1_000) throw new Error(`no end after ${cursor.key}`)
    pages.push(await findPage(search, { ...query, cursor }, limit))
  }
  return pages
}

/** What a query finds, by looking at every item: newest first, or by price. */
export function findNaively(items: readonly StoredItem[], query: CatalogueQuery): StoredItem[] {
  const newestFirst = items.toReversed().toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  const visible = newestFirst.filter(isVisible)
  const found = withMostWords(
    visible.filter((item) => passesFilters(item, query)),
    visible,
    query.words,
  )
  if (query.sort !== 'price' && query.sort !== 'price-desc') return found
  const sign = query.sort === 'price' ? 1 : -1
  const orderOf = ({ price }: StoredItem) => (price === null ? Number.POSITIVE_INFINITY : price * sign)
  return found.toSorted((a, b) => (orderOf(a) === orderOf(b) ? 0 : orderOf(a) - orderOf(b)))
}

function passesFilters(item: StoredItem, { category, size, color, isAvailable, min, max }: CatalogueQuery): boolean {
  const has = (text: string | null, wanted: string | null) =>
    wanted === null || splitFacet(text).some(({ key }) => key === categoryKey(wanted))
  const isInRange = item.price !== null && item.price >= (min ?? 0) && item.price <= (max ?? Number.POSITIVE_INFINITY)
  return (
    (category === null || categoryKey(category) === categoryKey(item.category)) &&
    has(item.size, size) &&
    has(item.color, color) &&
    !(isAvailable && (item.sold || item.reserved)) &&
    ((min === null && max === null) || isInRange)
  )
}

/** Of these items those that match all words, or as many as any of them does. */
function withMostWords(items: StoredItem[], visible: readonly StoredItem[], words: string): StoredItem[] {
  const wanted = queryTermsOf(words)
  if (wanted.length === 0 && words !== '') return []
  const searched = wanted.filter(({ term }) => !isFiller(term))
  if (searched.length === 0) return items
  const matches = searched.map((word) => matchesOf(word, visible))
  const countOf = (item: StoredItem) => matches.filter((match) => match.has(item)).length
  const most = Math.max(0, ...items.map(countOf))
  return most === 0 ? [] : items.filter((item) => countOf(item) === most)
}

/** Items with a word, and those with words that begin like it if they are more. */
function matchesOf({ term, isPrefix }: QueryTerm, visible: readonly StoredItem[]): Set<StoredItem> {
  const isWhole = (item: StoredItem) => textTerms(item).some((each) => canonicalTerm(each) === canonicalTerm(term))
  const whole = visible.filter(isWhole)
  const isBegun = (item: StoredItem) => isPrefix && textTerms(item).some((each) => each.startsWith(term))
  const begun = visible.filter((item) => !isWhole(item) && isBegun(item))
  return new Set(whole.length > 0 && whole.length >= begun.length ? whole : [...whole, ...begun])
}

function textTerms({ title, tagline, category, color, size, yarn, description }: StoredItem): string[] {
  const texts = [title, tagline, category, color, size, yarn, description]
  return texts.flatMap((text) => termsOf(text ?? '')).filter((term) => !isFiller(term))
}
