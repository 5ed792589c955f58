import type { CatalogueQuery, Cursor } from '../../domain/catalogue/catalogue-query.ts'
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
  /** The words that the pieces shown have, where none has all of them; `null` otherwise. */
  readonly partialWords: readonly string[] | null
}

/** The items that visitors see with one category, and equal spellings of it. */
export interface Category {
  /** See `categoryKey`. */
  readonly key: string
  /** As the newest of its items spells it. */
  readonly name: string
  readonly count: number
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

/** `all`: every item that is not removed. `available`: visitors can buy it. Sold ones are not made to order. */
export type ManagedState = 'all' | 'available' | 'madeToOrder' | 'sold' | 'hidden' | 'removed'

export interface ManagedQuery {
  /** Folded words, as in `CatalogueQuery`. */
  readonly words: string
  readonly state: ManagedState
  readonly cursor: Cursor | null
}

export interface ManagedPage {
  readonly revision: number
  /** Newest first. */
  readonly items: readonly ManagedItem[]
  /** How many items match, on all pages. */
  readonly total: number
  readonly next: Cursor | null
  /** How many items are in each state, whatever the words. */
  readonly counts: Readonly<Record<ManagedState, number>>
}

/** An item that visitors see, for a sitemap. */
export interface PublicItem {
  readonly id: string
  readonly changedAt: Date
}

/**
 * Finds items in a catalogue of any size. Each backend passes `search.contract.ts`.
 *
 * Where the index has to be filled over the network first, every method waits for that, and rejects with ShopError
 * `storage-unavailable` if it takes too long.
 */
export interface CatalogueSearch {
  /** Whether the index is filled; always where items are stored on this machine. */
  isIndexed(): boolean

  /**
   * A page of at most `limit` items that match the query: newest first, or in its order. Items that are added or removed
   * while somebody pages neither repeat nor hide another one.
   */
  search(query: CatalogueQuery, limit: number): Promise<CataloguePage>

  overview(): Promise<CatalogueOverview>

  /** @param category its name in any spelling; `null` for the whole catalogue. */
  facets(category: string | null): Promise<Facets>

  /** Items as owners see them. */
  listManaged(query: ManagedQuery, limit: number): Promise<ManagedPage>

  /** An item as owners see it, whatever its state; `undefined` if there is none, or it was purged. */
  findManaged(id: string): Promise<ManagedItem | undefined>

  /**
   * Gives all items of a category, visible or not, another category. Sending it again continues one that was interrupted.
   *
   * @returns how many items it changed.
   */
  renameCategory(from: string, to: string): Promise<number>

  /** Items that visitors see, newest first, from this cursor's key on; at most `limit`. */
  listPublic(after: string | null, limit: number): Promise<{ items: readonly PublicItem[]; next: string | null }>
}
