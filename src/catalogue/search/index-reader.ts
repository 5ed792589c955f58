import type { DatabaseSync } from 'node:sqlite'

import type { CatalogueQuery } from '../../domain/catalogue/catalogue-query.ts'
import { categoryKey } from '../../domain/catalogue/category.ts'
import type { QueryTerm } from '../../domain/catalogue/search-terms.ts'
import type {
  CatalogueOverview,
  CataloguePage,
  Category,
  Facets,
  FacetValue,
  ManagedPage,
  ManagedQuery,
  PublicItem,
} from './catalogue-search.ts'
import { wholeCatalogueFacet, type FindItem } from './facet-counts.ts'
import { facetKinds, stateFacets, type FacetKind, type IndexState } from './index-terms.ts'
import { findFacet } from './item-facets.ts'
import {
  filterOf,
  matchFacet,
  matchFilter,
  matchManaged,
  matchWord,
  searchedTerms,
  type Filter,
  type Match,
  type WordMatch,
} from './match.ts'
import { findBest } from './paging/best-page.ts'
import { clamp, emptyPage, findNewest, readNewest, type FoundPage } from './paging/newest-page.ts'
import { countByPrice, findByPrice } from './paging/price-page.ts'
import { placeOf, positionAt, type Position } from './position.ts'
import { correctTerms } from './spelling.ts'
import { Statements } from './statements.ts'

/** A page of ids in place of items: the store reads the items. */
export type Found<Page extends { readonly items: readonly unknown[] }> = Omit<Page, 'items' | 'revision'> & {
  readonly ids: readonly string[]
}

/** Answers queries from the index. Every method throws SQLite's own errors. */
export class IndexReader {
  readonly #statements: Statements
  readonly #findItem: FindItem

  constructor(database: DatabaseSync, findItem: FindItem) {
    this.#statements = new Statements(database)
    this.#findItem = findItem
  }

  /** Words that nothing matches are replaced by similar ones, if that finds something. */
  search(query: CatalogueQuery, limit: number): Found<CataloguePage> {
    const filter = filterOf(this.#statements, query)
    const terms = searchedTerms(query.words)
    const nothing = { ids: [], total: 0, previous: null, next: null, correctedWords: null, partialWords: null }
    if (filter === undefined || terms === undefined) return nothing
    const found = this.#search(query, filter, terms, limit)
    if (found.total > 0) return { ...nothing, ...found }
    const corrected = correctTerms(this.#statements, terms)
    if (corrected === undefined) return nothing
    const similar = this.#search(query, filter, corrected, limit)
    if (similar.total === 0) return nothing
    return { ...nothing, ...similar, correctedWords: corrected.map(({ term }) => term).join(' ') }
  }

  #search(query: CatalogueQuery, filter: Filter, terms: readonly QueryTerm[], limit: number) {
    const match = this.#matchAll(terms, (words) => matchFilter(filter, words))
    if (match === undefined) return { ...this.#toIds(emptyPage), total: 0 }
    const { sort, cursor } = query
    if (sort === 'price' || sort === 'price-desc') {
      const counts = countByPrice(this.#statements, match)
      const list = { statements: this.#statements, match, counts, isDescending: sort === 'price-desc' }
      return { ...this.#toIds(findByPrice(list, cursor, limit)), total: counts.total }
    }
    const total = this.#countMatches(filter, terms, match)
    if (total === 0) return { ...this.#toIds(emptyPage), total }
    const itemAt = (position: Position) => this.#findItem(this.#idAt(position) ?? '')
    const page =
      sort === 'best'
        ? findBest(this.#statements, { match, terms, itemAt }, cursor, limit)
        : findNewest(this.#statements, match, cursor, limit)
    return { ...this.#toIds(page), total }
  }

  /** @returns `undefined` if no item ever had one of the words. */
  #matchAll(terms: readonly QueryTerm[], matchWords: (words: readonly WordMatch[]) => Match): Match | undefined {
    const words = terms.map((term) => matchWord(this.#statements, term))
    return words.every((word) => word !== undefined) ? matchWords(words) : undefined
  }

  overview(): Omit<CatalogueOverview, 'revision'> {
    const rows = this.#statements.all<[string, string, bigint, bigint]>(readCategories, facetKinds.category)
    const categories = rows.map(([key, name, count, changedAt]): Category => {
      return { key, name, count: Number(count), changedAt: new Date(Number(changedAt)) }
    })
    return { total: this.#countState('visible'), categories: categories.toSorted(byCountAndName) }
  }

  facets(category: string | null): Facets {
    const facet =
      category === null ? wholeCatalogueFacet : findFacet(this.#statements, facetKinds.category, categoryKey(category))
    const read = (kind: 'size' | 'color'): FacetValue[] => {
      if (facet === undefined) return []
      const rows = this.#statements.all<[string, bigint]>(readValues(kind), facet, maxValues)
      return rows.map(([name, count]) => ({ name, count: Number(count) })).toSorted(byCountAndName)
    }
    return { sizes: read('size'), colors: read('color') }
  }

  listManaged({ words, state, cursor }: ManagedQuery, limit: number): Found<ManagedPage> {
    const terms = searchedTerms(words)
    const match = terms && this.#matchAll(terms, (each) => matchManaged(state, each))
    const total = match === undefined ? 0 : terms?.length === 0 ? this.#countState(state) : this.#count(match)
    const page = match === undefined || total === 0 ? emptyPage : findNewest(this.#statements, match, cursor, limit)
    const { ids, next } = this.#toIds(page)
    const states = ['all', 'available', 'madeToOrder', 'sold', 'hidden', 'removed'] as const
    const counts = Object.fromEntries(states.map((each) => [each, this.#countState(each)]))
    return { ids, total, next, counts: counts as ManagedPage['counts'] }
  }

  /** Items of a category in any state, newest first, from before a place on. */
  listCategory(category: string, before: bigint | null, limit: number) {
    const facet = findFacet(this.#statements, facetKinds.category, categoryKey(category))
    if (facet === undefined) return []
    const positions = readNewest(this.#statements, matchFacet(facet), 'after', before, limit)
    return positions.flatMap((position) => {
      const id = this.#idAt(position)
      return id === undefined ? [] : { id, place: placeOf(position) }
    })
  }

  listPublic(after: string | null, limit: number): { items: readonly PublicItem[]; next: string | null } {
    const from = after === null ? null : clamp(positionAt(BigInt(after)))
    const rows = this.#statements.all<[Position, string, bigint]>(
      from === null ? readPublic('') : readPublic('AND position < ?'),
      ...(from === null ? [] : [from]),
      limit + 1,
    )
    const items = rows.slice(0, limit)
    const last = rows.length > limit ? items.at(-1) : undefined
    return {
      items: items.map(([, id, changedAt]) => ({ id, changedAt: new Date(Number(changedAt)) })),
      next: last === undefined ? null : String(placeOf(last[0])),
    }
  }

  #toIds({ positions, previous, next }: FoundPage) {
    return { ids: positions.flatMap((position) => this.#idAt(position) ?? []), previous, next }
  }

  #idAt(position: Position): string | undefined {
    return this.#statements.first<[string]>(readId, position)?.[0]
  }

  /** Counts of the whole catalogue and of single facets are kept. */
  #countMatches({ state, category, size, color, range }: Filter, terms: readonly QueryTerm[], match: Match): number {
    if (terms.length > 0 || range !== null || state !== stateFacets.visible) return this.#count(match)
    if (size === null && color === null) {
      if (category === null) return this.#countState('visible')
      return this.#countFacet(wholeCatalogueFacet, facetKinds.category, category)
    }
    if (size !== null && color !== null) return this.#count(match)
    const [kind, facet] = size === null ? [facetKinds.color, color] : [facetKinds.size, size]
    return this.#countFacet(category ?? wholeCatalogueFacet, kind, facet ?? 0)
  }

  #count({ sql, values }: Match): number {
    return Number(this.#statements.first<[bigint]>(`SELECT count(*) FROM item_terms WHERE ${sql}`, ...values)?.[0])
  }

  #countState(state: IndexState): number {
    return this.#countFacet(wholeCatalogueFacet, facetKinds.state, stateFacets[state])
  }

  #countFacet(category: number, kind: FacetKind, facet: number): number {
    return Number(this.#statements.first<[bigint]>(readCount, category, kind, facet)?.[0] ?? 0)
  }
}

function byCountAndName(a: { name: string; count: number }, b: { name: string; count: number }): number {
  return b.count - a.count || (a.name < b.name ? -1 : 1)
}

const readId = 'SELECT id FROM indexed_item WHERE position = ?'
const readCount = 'SELECT count FROM facet_count WHERE category = ? AND kind = ? AND facet = ?'
const readCategories = `SELECT key, name, count, changed_at FROM facet_count JOIN facet USING (facet)
  WHERE category = 0 AND facet_count.kind = ?`

/** More than a page lists: only the commonest are read, as each item may have a size of its own. */
const maxValues = 500

/** The kind is no parameter, so that SQLite takes the index `commonest_value`. */
function readValues(kind: 'size' | 'color'): string {
  return `SELECT name, count FROM facet_count WHERE category = ? AND kind = ${facetKinds[kind]}
    ORDER BY count DESC, name LIMIT ?`
}

function readPublic(condition: string): string {
  return `SELECT position, id, changed_at FROM indexed_item WHERE visible = 1 ${condition}
    ORDER BY position DESC LIMIT ?`
}
