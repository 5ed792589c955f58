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

export type ItemCache = ReturnType<typeof createItemCache>

/**
 * Reads and caches items that are not among the latest. Rejects with ShopError `storage-unavailable`.
 *
 * @param lifetimeMs how long an item is cached; also that an id has no item.
 */
export function createItemCache({ items, reader }: ItemCollection, lifetimeMs: number) {
  const read = async (id: string): Promise<CachedItem> => {
    const document = await callFirestoreOnce(items.doc(id).get(), answerMs)
    const present = document.exists ? reader.read(document) : undefined
    const isSeen = present !== undefined && isVisible(present)
    return { item: isSeen ? present.item : undefined, isNotVisible: present !== undefined && !isSeen }
  }
  const cached = new LRUCache<string, CachedItem>({
    max: maxItems,
    ttl: lifetimeMs,
    ignoreFetchAbort: true, // An item that changes while it is read is returned all the same, but not cached.
    fetchMethod: async (id, stale) => {
      try {
        return await read(id)
      } catch (error) {
        // `allowStaleOnFetchRejection` would make of a failure without an earlier value that there is no such item.
        if (stale === undefined) throw error
        return stale
      }
    },
  })
  const lists = new LRUCache<string, readonly Item[]>({
    ...listCache,
    ignoreFetchAbort: true, // A list whose place others have taken meanwhile is returned all the same.
    fetchMethod: async (key) => {
      const limit = Number(key.split('@', 1)[0])
      const { docs } = await callFirestoreOnce(itemQueries.latest(items, limit).get(), answerMs)
      const visible = reader.readAll(docs).filter(isVisible)
      return visible.toSorted(compareNewest).map(({ item }) => item)
    },
  })
  return {
    find: async (id: string) => (await cached.fetch(id))?.item,
    /** Whether there is such an item, and visitors do not see it. Shares the read of `find`. */
    isNotVisible: async (id: string) => (await cached.fetch(id))?.isNotVisible ?? false,
    /** What is cached about an item; `undefined` if `find` would read it. */
    peek: (id: string) => cached.peek(id),
    /** The newest `limit`, at least as new as this revision of the catalogue. */
    list: async (limit: number, revision: number) => (await lists.fetch(`${limit}@${revision}`)) ?? [],
    /** Drops these items, because they have changed. */
    forget(ids: readonly string[]): void {
      for (const id of ids) cached.delete(id)
    },
  }
}
