import type { CollectionReference } from '@google-cloud/firestore'
import { LRUCache } from 'lru-cache'

import { isItemId } from '../../domain/item.ts'
import type { FirestoreClient } from '../../google/firestore-client.ts'
import { isWriteConflict, isRetryable, toShopError, withTimeout } from '../../google/firestore-error.ts'
import { retry } from '../../google/retry.ts'

/** The collection of the ids of purged items, as `items` has only items. */
const tombstoneCollection = 'goneItems'

const answerMs = 10_000

/** The number of items in one batch, which is atomic. */
const batchSize = 200

/** An id costs one read in this time, however often it is looked up. */
const cacheLimits = { max: 1_000, ttl: 60_000 }

/** The ids of purged items. Rejects with ShopError `storage-unavailable`. */
export interface Tombstones {
  has(id: string): Promise<boolean>
  /** Whether `has` needs no read. */
  isCached(id: string): boolean
  /** Deletes items that were removed before this time. @returns their ids. */
  purge(removedBefore: Date): Promise<string[]>
}

export function createTombstones(
  { firestore, serverTimestamp }: Pick<FirestoreClient, 'firestore' | 'serverTimestamp'>,
  items: CollectionReference,
): Tombstones {
  const tombstones = firestore.collection(tombstoneCollection)
  const cache = new LRUCache<string, { readonly isGone: boolean }>({
    ...cacheLimits,
    fetchMethod: async (id) => ({ isGone: (await withTimeout(answerMs, tombstones.doc(id).get())).exists }),
  })

  /** Deletes nothing of the batch if one of its items was restored meanwhile: the next attempt deletes the others. */
  async function purgeBatch(removedBefore: Date): Promise<string[]> {
    const { docs } = await withTimeout(answerMs, items.where('removedAt', '<', removedBefore).limit(batchSize).get())
    if (docs.length === 0) return []
    const batch = firestore.batch()
    for (const { id, ref, updateTime } of docs) {
      batch.delete(ref, { lastUpdateTime: updateTime })
      batch.set(tombstones.doc(id), { goneAt: serverTimestamp() })
    }
    await withTimeout(answerMs, batch.commit())
    return docs.map(({ id }) => id)
  }

  return {
    async has(id) {
      if (!isItemId(id)) return false
      try {
        return (await cache.fetch(id))?.isGone ?? false
      } catch (error) {
        throw toShopError(error)
      }
    },
    isCached: (id) => cache.has(id),
    async purge(removedBefore) {
      const purged: string[] = []
      const shouldRetry = ({ error }: { error: Error }) => isRetryable(error) || isWriteConflict(error)
      try {
        for (;;) {
          const ids = await retry(() => purgeBatch(removedBefore), { shouldRetry })
          for (const id of ids) cache.delete(id)
          purged.push(...ids)
          if (ids.length < batchSize) return purged
        }
      } catch (error) {
        throw toShopError(error)
      }
    },
  }
}
