import type { StoredItem } from '../../domain/item-state.ts'

/**
 * What moves items from one store to another, whatever the two are. Each backend passes `archive.contract.ts`.
 *
 * Every method may reject with ShopError `storage-unavailable` when the storage itself fails (full disk, no network).
 */

/** An item on its way. */
export interface TransferItem extends StoredItem {
  /**
   * How many items of the same millisecond come before it, from 0. For stores that know no order but that of time: they
   * put it below the millisecond, where nobody sees it.
   */
  readonly tieBreaker: number
}

/** Where items are read from. */
export interface ItemSource {
  /** How many items there are, for a progress bar. */
  count(): Promise<number>

  /**
   * Every item once, also those that visitors do not see, oldest first: by `createdAt`, then by the order in which they
   * were added; some hundreds at a time. An item that is added meanwhile may be among them or not. What other hands have put there and is no item by the
   * rules of the domain is left out, as no shop would take it.
   */
  all(): AsyncIterable<readonly StoredItem[]>
}

/** What became of an item: it is new here, was here already just like that, or another one is here under its id. */
export type PutOutcome = 'added' | 'present' | 'differs'

/** Where items are brought to. */
export interface ItemSink {
  /**
   * Keeps items under the ids and times that they have, those that are new here, so that it may be done again and
   * again. What is here already is left as it is. Items of the same millisecond stay in the order in which they come,
   * the first 1,000 of them at least.
   *
   * Resolved only once all of it would survive a power cut; watchers are told by then, or in a moment where the sink
   * writes beside the stores that they watch. When it rejects, an item is here whole or not at all.
   *
   * @param items at most {@link maxItemsPerPut}.
   * @returns what became of each, in their order.
   */
  put(items: readonly TransferItem[]): Promise<readonly PutOutcome[]>
}

/** As many items are put at once at most: one batch of Firestore, and a moment's work for SQLite. */
export const maxItemsPerPut = 400
