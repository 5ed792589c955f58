import type { ItemChanges, ManagedItem } from '../domain/item-state.ts'
import type { Item, NewItem } from '../domain/item.ts'
import type { Photo } from '../domain/photo.ts'

/** The newest items that visitors see, and the revision of the catalogue at which they were read. */
export interface Catalogue {
  readonly revision: number
  /** Newest first: by `createdAt`, then by the order in which they were added. */
  readonly items: readonly Item[]
}

/** All items that there are, and the revision of the catalogue at which they were read. */
export interface WholeCatalogue {
  readonly revision: number
  /** Newest first, as in {@link Catalogue}. */
  readonly items: readonly ManagedItem[]
}

/** What became of adding an item under a key. */
export interface AddOutcome {
  /** `false`: one was added under this key before, and nothing was changed. */
  readonly isNew: boolean
  /** The item as visitors see it; `undefined` when they see it no more. */
  readonly item: Item | undefined
}

/** What became of a change. */
export interface ChangeOutcome {
  /** `false`: nothing was changed, as the item is no more the one that the change was made on. */
  readonly isDone: boolean
  /** The item as it is now. */
  readonly item: ManagedItem
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
  /** The newest `limit` items that visitors see. */
  newest(limit: number): Promise<Catalogue>

  /** The item of this id, if visitors see it. */
  find(id: string): Promise<Item | undefined>

  /** Whether {@link find} and {@link isGone} answer for this id at once, without a read that the shop pays for. */
  isInMemory(id: string): boolean

  /** Whether there was an item of this id that is gone for good. */
  isGone(id: string): Promise<boolean>

  /** Every item that is not gone for good, with all that its maker knows of it. */
  listAll(): Promise<WholeCatalogue>

  /**
   * Keeps a new item under an id of its own, with the server's time. Resolved only once the item would survive a power
   * cut, and after every watcher was told.
   */
  add(item: NewItem): Promise<Item>

  /**
   * As {@link add}, but once for each key, whatever became of the item since, and however many try at the same moment:
   * whoever heard no answer may ask again.
   *
   * @param key any text; whoever knows somebody else's can find out what was added under it.
   */
  addOnce(item: NewItem, key: string): Promise<AddOutcome>

  /**
   * Changes an item, seen or not, that is still at this version; of two who change the same version one is refused. A
   * change to what the item is already is done, whatever its version, so that it may be sent twice. Durable and told as
   * an item that is added.
   *
   * @returns `undefined` when there is no such item.
   */
  update(id: string, changes: ItemChanges, version: string): Promise<ChangeOutcome | undefined>

  /** Takes an item out of the catalogue, with the server's time, or leaves it out. `undefined` when there is none. */
  remove(id: string): Promise<ManagedItem | undefined>

  /** Brings an item back that was removed, in its old place; or leaves it there. `undefined` when there is none. */
  restore(id: string): Promise<ManagedItem | undefined>

  /**
   * Gives an item a copy of its picture, if it still has that picture and no photos; its version becomes another one.
   * Durable and told as an item that is added.
   *
   * @returns whether it did.
   */
  addCopy(id: string, imageUrl: string, copy: Photo): Promise<boolean>

  /** Those of these photos that an item has, seen or not, by their ids. Items that are gone for good have none. */
  usedPhotos(photoIds: readonly string[]): Promise<ReadonlySet<string>>

  /**
   * Forgets items that were removed before this time, but for their ids.
   *
   * @returns how many.
   */
  purge(removedBefore: Date): Promise<number>

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
