import type { CollectionReference } from '@google-cloud/firestore'
import { LRUCache } from 'lru-cache'

import { isVisible } from '../../domain/item-state.ts'
import type { Item } from '../../domain/item.ts'
import { toShopError, withTimeout } from '../../google/firestore-error.ts'
import type { createDocumentReader } from './document-reader.ts'
import { compareNewest } from './item-document.ts'
import { latestItemsQuery } from './queries.ts'

const answerMs = 10_000

const maxItems = 1_000

/** A list costs one read for each item: it is cached until its revision changes, but not for ever. */
const listCache = { max: 2, ttl: 600_000 }

/** Reads and caches items that are not among the latest. Rejects with ShopError `storage-unavailable`. */
export interface ItemCache {
  find(id: string): Promise<Item | undefined>
  /** What `find` would return without a read; `undefined` if it would read. */
  peek(id: string): { readonly item: Item | undefined } | undefined
  /** The newest `limit`, at least as new as this revision of the catalogue. */
  list(limit: number, revision: number): Promise<readonly Item[]>
  /** Drops these items, because they have changed. */
  forget(ids: readonly string[]): void
}

/** @param lifetimeMs how long an item is cached; also that an id has no item. */
export function createItemCache(
  items: CollectionReference,
  read: ReturnType<typeof createDocumentReader>,
  lifetimeMs: number,
): ItemCache {
  const found = new LRUCache<string, { readonly item: Item | undefined }>({
    max: maxItems,
    ttl: lifetimeMs,
    allowStaleOnFetchRejection: true,
    ignoreFetchAbort: true, // An item that changes while it is read is returned all the same, but not cached.
    fetchMethod: async (id) => {
      const document = await withTimeout(answerMs, items.doc(id).get())
      const present = document.exists ? read(document) : undefined
      return { item: present && isVisible(present) ? present.item : undefined }
    },
  })
  const lists = new LRUCache<string, readonly Item[]>({
    ...listCache,
    fetchMethod: async (key) => {
      const limit = Number(key.split('@', 1)[0])
      const { docs } = await withTimeout(answerMs, latestItemsQuery(items, limit).get())
      const documents = docs.map(read).filter((document) => document !== undefined)
      return documents
        .filter(isVisible)
        .toSorted(compareNewest)
        .map(({ item }) => item)
    },
  })

  return {
    async find(id) {
      const answer = await found.fetch(id).catch(rethrow)
      return answer?.item
    },
    peek: (id) => found.peek(id),
    list: async (limit, revision) => (await lists.fetch(`${limit}@${revision}`).catch(rethrow)) ?? [],
    forget(ids) {
      for (const id of ids) found.delete(id)
    },
  }
}

function rethrow(error: unknown): never {
  throw toShopError(error)
}
