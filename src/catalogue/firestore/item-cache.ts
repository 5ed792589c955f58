import { LRUCache } from 'lru-cache'

import { isVisible } from '../../domain/item-state.ts'
import type { Item } from '../../domain/item.ts'
import { callFirestoreOnce } from '../../google/call-firestore.ts'
import type { ItemCollection } from './item-collection.ts'
import { compareNewest } from './item-document.ts'
import { itemQueries } from './queries.ts'

const answerMs = 10_000

const maxItems = 1_000

/** A list costs one read for each item: it is cached until its revision changes, but not for ever. */
const listCache = { max: 2, ttl: 600_000 }

interface CachedItem {
  /** `undefined` if visitors do not see it, or if there is no such item. */
  readonly item: Item | undefined
  readonly isNotVisible: boolean
}

/** Reads and caches items that are not among the latest. Rejects with ShopError `storage-unavailable`. */
export class ItemCache {
  readonly #items: LRUCache<string, CachedItem>
  readonly #lists: LRUCache<string, readonly Item[]>

  /** @param lifetimeMs how long an item is cached; also that an id has no item. */
  constructor({ items, reader }: ItemCollection, lifetimeMs: number) {
    this.#items = new LRUCache({
      max: maxItems,
      ttl: lifetimeMs,
      allowStaleOnFetchRejection: true,
      ignoreFetchAbort: true, // An item that changes while it is read is returned all the same, but not cached.
      fetchMethod: async (id): Promise<CachedItem> => {
        const document = await callFirestoreOnce(items.doc(id).get(), answerMs)
        const present = document.exists ? reader.read(document) : undefined
        const isSeen = present !== undefined && isVisible(present)
        return { item: isSeen ? present.item : undefined, isNotVisible: present !== undefined && !isSeen }
      },
    })
    this.#lists = new LRUCache<string, readonly Item[]>({
      ...listCache,
      fetchMethod: async (key) => {
        const limit = Number(key.split('@', 1)[0])
        const { docs } = await callFirestoreOnce(itemQueries.latest(items, limit).get(), answerMs)
        const visible = reader.readAll(docs).filter(isVisible)
        return visible.toSorted(compareNewest).map(({ item }) => item)
      },
    })
  }

  async find(id: string): Promise<Item | undefined> {
    return (await this.#items.fetch(id))?.item
  }

  /** Whether there is such an item, and visitors do not see it. Shares the read of `find`. */
  async isNotVisible(id: string): Promise<boolean> {
    return (await this.#items.fetch(id))?.isNotVisible ?? false
  }

  /** What is cached about an item; `undefined` if `find` would read it. */
  peek(id: string): CachedItem | undefined {
    return this.#items.peek(id)
  }

  /** The newest `limit`, at least as new as this revision of the catalogue. */
  async list(limit: number, revision: number): Promise<readonly Item[]> {
    return (await this.#lists.fetch(`${limit}@${revision}`)) ?? []
  }

  /** Drops these items, because they have changed. */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.#items.delete(id)
  }
}
