import type { CollectionReference } from '@google-cloud/firestore'
import { LRUCache } from 'lru-cache'

import { isItemId } from '../../domain/item.ts'
import { callFirestore, callFirestoreOnce, retriesConflicts } from '../../google/call-firestore.ts'
import type { FirestoreClient } from '../../google/firestore-client.ts'
import { withTimeout } from '../../google/firestore-error.ts'
import type { ItemNotes } from './item-notes.ts'
import { itemQueries } from './queries.ts'

/** The collection of the ids of purged items, as `items` has only items. */
const tombstoneCollection = 'goneItems'

const answerMs = 10_000

/** The number of items in one batch, which is atomic. */
const batchSize = 150

/** An id costs one read in this time, however often it is looked up. */
const cacheLimits = { max: 1_000, ttl: 60_000 }

/** The ids of purged items. Rejects with ShopError `storage-unavailable`. */
export class Tombstones {
  readonly #client: Pick<FirestoreClient, 'firestore' | 'serverTimestamp'>
  readonly #items: CollectionReference
  readonly #tombstones: CollectionReference
  readonly #notes: ItemNotes
  readonly #cache: LRUCache<string, { readonly isGone: boolean }>

  constructor(
    client: Pick<FirestoreClient, 'firestore' | 'serverTimestamp'>,
    items: CollectionReference,
    notes: ItemNotes,
  ) {
    this.#client = client
    this.#notes = notes
    this.#items = items
    const tombstones = client.firestore.collection(tombstoneCollection)
    this.#tombstones = tombstones
    this.#cache = new LRUCache({
      ...cacheLimits,
      fetchMethod: async (id) => ({ isGone: (await callFirestoreOnce(tombstones.doc(id).get(), answerMs)).exists }),
    })
  }

  async has(id: string): Promise<boolean> {
    return isItemId(id) && ((await this.#cache.fetch(id))?.isGone ?? false)
  }

  /** Whether `has` needs no read. */
  isCached(id: string): boolean {
    return this.#cache.has(id)
  }

  /** Deletes items that were removed before this time. @returns their ids. */
  async purge(removedBefore: Date): Promise<string[]> {
    const purged: string[] = []
    for (;;) {
      const ids = await callFirestore(() => this.#purgeBatch(removedBefore), retriesConflicts)
      for (const id of ids) this.#cache.delete(id)
      purged.push(...ids)
      if (ids.length < batchSize) return purged
    }
  }

  /** Deletes nothing of the batch if one of its items was restored meanwhile: the next attempt deletes the others. */
  async #purgeBatch(removedBefore: Date): Promise<string[]> {
    const query = itemQueries.removedBefore(this.#items, removedBefore, batchSize)
    const { docs } = await withTimeout(answerMs, query.get())
    if (docs.length === 0) return []
    const batch = this.#client.firestore.batch()
    for (const document of docs) {
      const { id, ref, updateTime } = document
      if (document.get('reserved') === true) this.#notes.write(batch, id, null)
      batch.delete(ref, { lastUpdateTime: updateTime })
      batch.set(this.#tombstones.doc(id), { goneAt: this.#client.serverTimestamp() })
    }
    await withTimeout(answerMs, batch.commit())
    return docs.map(({ id }) => id)
  }
}
