import { LRUCache } from 'lru-cache'

import { isItemId } from '../../domain/item.ts'
import { callFirestore, callFirestoreOnce, retriesConflicts } from '../../google/call-firestore.ts'
import { withTimeout } from '../../google/firestore-error.ts'
import type { ItemCollection } from './item-collection.ts'
import { itemQueries } from './queries.ts'

/** The collection of the ids of purged items, as `items` has only items. */
const tombstoneCollection = 'goneItems'

const answerMs = 10_000

/** The number of items in one batch, which is atomic. */
const batchSize = 150

/** An id costs one read in this time, however often it is looked up. */
const cacheLimits = { max: 1_000, ttl: 60_000 }

export type Tombstones = ReturnType<typeof createTombstones>

/** The ids of purged items. Rejects with ShopError `storage-unavailable`. */
export function createTombstones({ firestore, serverTimestamp, items, notes }: ItemCollection) {
  const tombstones = firestore.collection(tombstoneCollection)
  const cache = new LRUCache<string, { readonly isGone: boolean }>({
    ...cacheLimits,
    ignoreFetchAbort: true, // Who asked before the item was purged is answered.
    fetchMethod: async (id) => ({ isGone: (await callFirestoreOnce(tombstones.doc(id).get(), answerMs)).exists }),
  })
  /** Deletes nothing of the batch if one of its items was restored meanwhile: the next attempt deletes the others. */
  const purgeBatch = async (removedBefore: Date): Promise<string[]> => {
    const query = itemQueries.removedBefore(items, removedBefore, batchSize)
    const { docs } = await withTimeout(answerMs, query.get())
    if (docs.length === 0) return []
    const batch = firestore.batch()
    for (const { id, ref, updateTime } of docs) {
      notes.write(batch, id, null) // Also without a reservation: a restore may have left one.
      batch.delete(ref, { lastUpdateTime: updateTime })
      batch.set(tombstones.doc(id), { goneAt: serverTimestamp() })
    }
    await withTimeout(answerMs, batch.commit())
    return docs.map(({ id }) => id)
  }
  return {
    async has(id: string): Promise<boolean> {
      return isItemId(id) && ((await cache.fetch(id))?.isGone ?? false)
    },
    /** Whether `has` needs no read. */
    isCached: (id: string): boolean => cache.has(id),
    /** Deletes items that were removed before this time. @returns their ids. */
    async purge(removedBefore: Date): Promise<string[]> {
      const purged: string[] = []
      for (;;) {
        const ids = await callFirestore(() => purgeBatch(removedBefore), retriesConflicts)
        for (const id of ids) cache.delete(id)
        purged.push(...ids)
        if (ids.length < batchSize) return purged
      }
    },
  }
}
