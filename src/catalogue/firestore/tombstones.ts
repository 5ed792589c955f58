import type { CollectionReference } from '@google-cloud/firestore'
import { LRUCache } from 'lru-cache'

import { isItemId } from '../../domain/item.ts'
import type { FirestoreClient } from '../../google/firestore-client.ts'
import { tryAgain } from '../../google/retry.ts'
import { hasMoved, isPassing, toShopError, within } from '../../google/storage-error.ts'

/** Where the ids stand of items that are gone for good: `items` holds nothing but items. */
const goneCollection = 'goneItems'

const answerMs = 10_000

/** So many in one batch, of which Firestore does all or nothing. */
const batchSize = 200

/** An id that is asked for over and over costs one read in this time. */
const idsKept = { max: 1_000, ttl: 60_000 }

/** Items that are gone for good. Rejects with ShopError `storage-unavailable`. */
export interface GoneItems {
  has(id: string): Promise<boolean>
  /** Whether `has` answers without a read. */
  isKnown(id: string): boolean
  /** @returns the ids of those that are gone now. */
  purge(removedBefore: Date): Promise<string[]>
}

export function createGoneItems(
  { firestore, serverTimestamp }: Pick<FirestoreClient, 'firestore' | 'serverTimestamp'>,
  items: CollectionReference,
): GoneItems {
  const gone = firestore.collection(goneCollection)
  const known = new LRUCache<string, { readonly isGone: boolean }>({
    ...idsKept,
    fetchMethod: async (id) => ({ isGone: (await within(answerMs, gone.doc(id).get())).exists }),
  })

  /** None that was brought back meanwhile, nor any of its batch: they go with the next attempt. */
  async function purgeBatch(removedBefore: Date): Promise<string[]> {
    const { docs } = await within(answerMs, items.where('removedAt', '<', removedBefore).limit(batchSize).get())
    if (docs.length === 0) return []
    const batch = firestore.batch()
    for (const { id, ref, updateTime } of docs) {
      batch.delete(ref, { lastUpdateTime: updateTime })
      batch.set(gone.doc(id), { goneAt: serverTimestamp() })
    }
    await within(answerMs, batch.commit())
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
    isKnown: (id) => known.has(id),
    async purge(removedBefore) {
      const purged: string[] = []
      const shouldRetry = ({ error }: { error: Error }) => isPassing(error) || hasMoved(error)
      try {
        for (;;) {
          const ids = await tryAgain(() => purgeBatch(removedBefore), { shouldRetry })
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
