import type { Day } from '../domain/day.ts'
import type { ItemChanges, ManagedItem } from '../domain/item-state.ts'
import type { Item, NewItem } from '../domain/item.ts'
import type { Photo } from '../domain/photo.ts'

/** The newest items that visitors see, and the revision of the catalogue at which they were read. */
export interface Catalogue {
  readonly revision: number
  /** Newest first: by `createdAt`, then by the order in which they were added. */
  readonly items: readonly Item[]
}

/** The result of adding an item under a key. */
export interface AddOutcome {
  /** `false` if an item was already added under this key; nothing was changed. */
  readonly isNew: boolean
  /** The item as visitors see it; `undefined` if they no longer see it. */
  readonly item: Item | undefined
}

/** The result of a change. */
export interface ChangeOutcome {
  /** `false` if the item is at another version; nothing was changed. */
  readonly isDone: boolean
  /** The item as it is now. */
  readonly item: ManagedItem
}

/** What a change of an item needs. */
export type ItemVersion = Pick<ManagedItem, 'id' | 'version'>

/** A change to the items with these ids, which made the catalogue's revision `revision`. */
export interface Change {
  readonly revision: number
  readonly ids: readonly string[]
}

/**
 * Stores items. Each backend passes `store.contract.ts`.
 *
 * Every method may reject with ShopError `storage-unavailable` if the storage fails (full disk, no network).
 */
export interface Store {
  /** The newest `limit` items that visitors see. */
  newest(limit: number): Promise<Catalogue>

  /** The item with this id, if visitors see it. */
  find(id: string): Promise<Item | undefined>

  /** Whether {@link find}, {@link isNotVisible} and {@link isGone} need no billed read for this id. */
  isInMemory(id: string): boolean

  /** Whether there is an item with this id that visitors do not see: it is hidden or removed. */
  isNotVisible(id: string): Promise<boolean>

  /** Whether an item with this id existed and was purged. */
  isGone(id: string): Promise<boolean>

  /** An item as owners see it, whatever its state; `undefined` if there is none, or it was purged. */
  findManaged(id: string): Promise<ManagedItem | undefined>

  /**
   * Stores an item under a new id, with the server's time. Resolves once the item is durable and every watcher was
   * notified.
   */
  add(item: NewItem): Promise<Item>

  /**
   * Like {@link add}, but only once for each key, even if the item was changed or purged since, and even if several
   * calls run at once. A client that got no response may retry.
   *
   * @param key any text. A caller that knows a key can read the item that was added under it.
   */
  addOnce(item: NewItem, key: string): Promise<AddOutcome>

  /**
   * Changes an item, visible or not, if it is still at this version: of two changes to the same version, one is
   * refused. A change that changes nothing succeeds at any version, so it may be sent twice. As durable as
   * {@link add}, and watchers are notified in the same way.
   *
   * @returns `undefined` if there is no such item.
   */
  update(id: string, changes: ItemChanges, version: string): Promise<ChangeOutcome | undefined>

  /**
   * Gives those of the items another category that are still in this one, in any spelling: all of them, or none.
   *
   * @returns how many have it now and did not have it before.
   */
  changeCategory(ids: readonly string[], from: string, to: string): Promise<number>

  /** Items whose reservation has ended before this day; some of them if they are many. */
  endedReservations(today: Day): Promise<readonly ItemVersion[]>

  /** Removes an item, with the server's time. Does nothing if it is already removed. `undefined` if it is missing. */
  remove(id: string): Promise<ManagedItem | undefined>

  /** Restores a removed item to its old position. Does nothing if it is not removed. `undefined` if it is missing. */
  restore(id: string): Promise<ManagedItem | undefined>

  /**
   * Adds a remote copy to an item that still has this image URL and no photos. The version changes. As durable as
   * {@link add}, and watchers are notified in the same way.
   *
   * @returns whether the copy was added.
   */
  addCopy(id: string, imageUrl: string, copy: Photo): Promise<boolean>

  /** The ids of the given photos that an item uses, visible or not. Purged items use none. */
  usedPhotos(photoIds: readonly string[]): Promise<ReadonlySet<string>>

  /**
   * Permanently deletes items that were removed before this time. Their ids stay as tombstones.
   *
   * @returns the number of deleted items.
   */
  purge(removedBefore: Date): Promise<number>

  /**
   * Calls `listener` with the current revision (no ids) as soon as it is known, then after every change.
   * Revisions only grow, also across restarts. Changes made together may be combined.
   *
   * @returns a function that stops the calls.
   */
  watch(listener: (change: Change) => void): () => void

  /** Closes the storage once running calls are done. */
  close(): Promise<void>
}
