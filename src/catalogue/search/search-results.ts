import type { Cursor } from '../../domain/catalogue/catalogue-query.ts'
import type { ManagedState } from '../../domain/catalogue/managed-list.ts'
import type { ManagedItem } from '../../domain/item-state.ts'
import type { Item } from '../../domain/item.ts'

/** One page of the items that match a query. */
export interface CataloguePage {
  /** The catalogue's revision at which it was read. */
  readonly revision: number
  readonly items: readonly Item[]
  /** How many items match, on all pages. */
  readonly total: number
  /** Of the page before this one; `null` on the first. */
  readonly previous: Cursor | null
  /** Of the page after this one; `null` on the last. */
  readonly next: Cursor | null
  /** The words that were searched for instead, as nothing matches the given ones; `null` if those were searched for. */
  readonly correctedWords: string | null
  /** The words that these items have, where none has all of them; `null` if they have all. */
  readonly partialWords: readonly string[] | null
}

/** The items that visitors see with one category, and equal spellings of it. */
export interface Category {
  /** See `categoryKey`. */
  readonly key: string
  /** As the newest of its items spells it. */
  readonly name: string
  readonly count: number
  /** The newest of its items. */
  readonly newestId: string
  /** When one of its items was last added, changed or taken out. */
  readonly changedAt: Date
}

/** What visitors can browse. */
export interface CatalogueOverview {
  readonly revision: number
  /** The number of items that visitors see. */
  readonly total: number
  /** Those with most items first, then by name. */
  readonly categories: readonly Category[]
}

/**
 * The sizes and colours that occur, those of most items first, each as the newest of its items spells it. Of many, the 500
 * of most items.
 */
export interface Facets {
  readonly sizes: readonly FacetValue[]
  readonly colors: readonly FacetValue[]
}

export interface FacetValue {
  readonly name: string
  readonly count: number
}

export interface ManagedPage extends Pick<CataloguePage, 'revision' | 'total' | 'next'> {
  /** Newest first. */
  readonly items: readonly ManagedItem[]
  /** How many items are in each state, whatever the words. */
  readonly counts: Readonly<Record<ManagedState, number>>
}
