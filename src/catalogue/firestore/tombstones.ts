import type { CollectionReference } from '@google-cloud/firestore'
import { LRUCache } from 'lru-cache'

import { isItemId } from '../../domain/item.ts'
import type { FirestoreClient } from '../../google/firestore-client.ts'
import { isWriteConflict, isRetryable, toShopError, withTimeout } from '../../google/firestore-error.ts'
import { retry } from '../../google/retry.ts'

/** Where the ids stand of items that are gone for good: `items` holds nothing but items. */
const tombstoneCollection = 'goneItems'

const answerMs = 10_000

/** So many in one batch, of which Firestore does all or nothing. */
const batchSize = 200

/** An id that is asked for over and over costs one read in this time. */
const idsKept = { max: 1_000, ttl: 60_000 }

/** Items that are gone for good. Rejects with ShopError `storage-unavailable`. */
export interface Tombstones {
  has(id: string): Promise<boolean>
  /** Whether `has` answers without a read. */
  isCached(id: string): boolean
  /** @returns the ids of those that are gone now. */
  purge(removedBefore: Date): Promise<string[]>
}

export function createTombstones(
  { firestore, serverTimestamp }: Pick<FirestoreClient, 'firestore' | 'serverTimestamp'>,
  items: CollectionReference,
): Tombstones {
  const gone = firestore.collection(tombstoneCollection)
  const known = new LRUCache<string, { readonly isGone: boolean }>({
    ...idsKept,
    fetchMethod: async (id) => ({ isGone: (await withTimeout(answerMs, gone.doc(id).get())).exists }),
  })

  /** None that was brought back meanwhile, nor any of its batch: they go with the next attempt. */
  async function purgeBatch(removedBefore: Date): Promise<string[]> {
    const { docs } = await withTimeout(answerMs, items.where('removedAt', '<', removedBefore).limit(batchSize).get())
    if (docs.length === 0) return []
    const batch = firestore.batch()
    for (const { id, ref, updateTime } of docs) {
      batch.delete(ref, { lastUpdateTime: updateTime })
      batch.set(gone.doc(id), { goneAt: serverTimestamp() })
    }
    await withTimeout(answerMs, batch.commit())
    return docs.map(({ id }) => id)
  }

  return {
    async has(id) {
      if (!isItemId(id)) return false
      try {
        return (await known.fetch(id))?.isGone ?? false
      } catch (error) {
        throw toShopError(error)
      }
    },
    isCached: (id) => known.has(id),
    async purge(removedBefore) {
      const purged: string[] = []
      const shouldRetry = ({ error }: { error: Error }) => isRetryable(error) || isWriteConflict(error)
      try {
        for (;;) {
          const ids = await retry(() => purgeBatch(removedBefore), { shouldRetry })
          for (const id of ids) known.delete(id)
          purged.push(...ids)
          if (ids.length < batchSize) return purged
        }
      } catch (error) {
        throw toShopError(error)
      }
    },
  }
}
