import type { StoredItem } from '../../domain/item-state.ts'

/**
 * Moves items from any store to any other. Each backend passes `transfer.contract.ts`.
 *
 * Every method may reject with ShopError `storage-unavailable` if the storage fails (full disk, no network).
 */

/** Items are exported from a source. */
export interface ItemSource {
  /** The number of items, to show progress; documents of other programs that `all` leaves out may be counted. */
  count(): Promise<number>

  /**
   * Every item once, visible or not, some hundreds at a time. Oldest first: by `createdAt`, then in the order of adding.
   * Items that are added meanwhile may be missing. Documents of other programs that break the rules of an item are left
   * out, as no shop could import them.
   */
  all(): AsyncIterable<readonly StoredItem[]>
}

/** The outcome for an item: it was added, an equal item exists already, or a different item has its id. */
export type PutOutcome = 'added' | 'present' | 'differs'

/** Items are imported into a sink. */
export interface ItemSink {
  /**
   * Adds the items whose ids are new, with their ids and times, and leaves existing items as they are. So an import can
   * be repeated. Items of the same millisecond stay in order, at least the first 1,000 of them, also over several calls.
   *
   * Resolves once all items are durable. By then watchers are notified, or soon after if the sink does not write through
   * the store that they watch. If it rejects, each item was added completely or not at all.
   *
   * @param items at most {@link maxItemsPerPut}.
   * @returns the outcome of each item, in the same order.
   */
  put(items: readonly StoredItem[]): Promise<readonly PutOutcome[]>
}

/** The size of one Firestore batch, and little work for SQLite. */
export const maxItemsPerPut = 350
