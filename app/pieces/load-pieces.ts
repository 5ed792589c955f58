import { redirect, type RouterContextProvider } from 'react-router'

import type { CatalogueOverview, CataloguePage, Facets } from '../../src/catalogue/search/search-results.ts'
import { cataloguePath, isPlain, type CatalogueQuery } from '../../src/domain/catalogue/catalogue-query.ts'
import { categoryKey } from '../../src/domain/catalogue/category.ts'
import { itemListSize, type Item } from '../../src/domain/item.ts'
import { catalogueQueryAt, missingAddresses } from '../../src/domain/page-address.ts'
import type { PageServices } from '../../src/pages/page.ts'
import { deferIfSlow } from '../deferred.tsx'

/** How many of the newest items are offered where nothing was found: full rows of two and of three. */
const suggestionCount = 6

/** One page of a list, and what surrounds it. */
export interface FoundPieces {
  /** What was looked for, with the category as the shop spells it. */
  readonly query: CatalogueQuery
  readonly page: CataloguePage
  readonly overview: CatalogueOverview
  readonly facets: Facets
  /** The newest items, where nothing was found. */
  readonly suggestions: readonly Item[]
}

/** What the address asks for. An impossible one is answered with the page for missing pages. */
export function readAddress({ url }: Request): CatalogueQuery {
  const { pathname, search } = new URL(url)
  const query = catalogueQueryAt(pathname + search)
  if (query === undefined) throw redirect(missingAddresses.page)
  return query
}

/** @returns `missing` for a category without items. */
export async function loadPieces(
  { store, search }: Pick<PageServices, 'store' | 'search'>,
  wanted: CatalogueQuery,
): Promise<FoundPieces | 'missing'> {
  const overview = await search.overview()
  const category = wanted.category === null ? null : spellingOf(wanted.category, overview)
  if (category === undefined) return 'missing'
  const query = { ...wanted, category }
  const [page, facets] = await Promise.all([search.search(query, itemListSize), search.facets(category)])
  const suggestions = page.items.length === 0 ? (await store.newest(suggestionCount)).items : []
  return { query, page, overview, facets, suggestions }
}

function spellingOf(name: string, { categories }: CatalogueOverview): string | undefined {
  const key = categoryKey(name)
  return categories.find((category) => category.key === key)?.name
}

/** Redirects to the category as the shop spells it. A category without items has no page. */
export function requireCanonical(wanted: CatalogueQuery, found: FoundPieces | 'missing'): FoundPieces {
  if (found === 'missing') throw redirect(missingAddresses.page)
  if (found.query.category !== wanted.category) throw redirect(cataloguePath(found.query), 308)
  return found
}

/** The newest items of a list without words and filters, as far as they are known while the index is filled. */
export async function loadEarlyPieces(
  store: PageServices['store'],
  wanted: CatalogueQuery,
  args: { context: Readonly<RouterContextProvider> },
): Promise<readonly Item[]> {
  if (!isPlain(wanted)) return []
  const key = wanted.category === null ? null : categoryKey(wanted.category)
  try {
    const newest = await deferIfSlow(store.newest(itemListSize), args)
    const items = 'value' in newest ? newest.value.items : []
    return key === null ? items : items.filter(({ category }) => categoryKey(category) === key)
  } catch {
    return [] // The failure of the list itself is in the log.
  }
}
