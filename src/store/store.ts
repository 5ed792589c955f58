import type { Item, NewItem } from '../domain/item.ts'

/** The newest items, and the revision of the catalogue at which they were read. */
export interface Catalogue {
  readonly revision: number
  /** Newest first: by `createdAt`, then by the order in which they were added. */
  readonly items: readonly Item[]
}

/** The catalogue went to `revision` by a change to the items of these ids. */
export interface Change {
  readonly revision: number
  readonly ids: readonly string[]
}

/**
 * Where items are kept. Each backend passes `store.contract.ts`.
 *
 * Every method may reject with ShopError `storage-unavailable` when the storage itself fails (full disk, no network).
 */
export interface Store {
  /** The newest `limit` items. */
  newest(limit: number): Promise<Catalogue>

  /** The item of this id; `undefined` when there is none. */
  find(id: string): Promise<Item | undefined>

  /**
   * Keeps a new item under an id of its own, with the server's time. Resolved only once the item would survive a power
   * cut, and after every watcher was told.
   */
  add(item: NewItem): Promise<Item>

  /**
   * Calls `listener` with the present revision (and no ids) as soon as that is known, then after every change.
   * Revisions only grow, also across restarts; changes made together may be told as one.
   *
   * @returns a function that ends it.
   */
  watch(listener: (change: Change) => void): () => void

  /** Lets go of the storage, once what is under way is done. */
  close(): Promise<void>
}
