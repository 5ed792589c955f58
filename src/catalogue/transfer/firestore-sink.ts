import { isDeepStrictEqual } from 'node:util'

import type { StoredItem } from '../../domain/item-state.ts'
import type { FirestoreClient } from '../../google/firestore-client.ts'
import { isAlreadyExists, toShopError, withTimeout } from '../../google/firestore-error.ts'
import { retry } from '../../google/retry.ts'
import { collectionName, readDocument, toStoredDocument } from '../firestore/item-document.ts'
import { toListedAt, toTransferableItem } from './firestore-item.ts'
import type { PutOutcome, ItemSink, TransferItem } from './transfer.ts'

/** For 400 items of the longest kind, too. An attempt that has no answer by then may have written all the same. */
const answerMs = 30_000

/** What is under some ids: an item, or `undefined` for a document that is none. */
type Present = ReadonlyMap<string, StoredItem | undefined>

/** What is there after a writing, with the ids of those items that it brought. */
interface Kept {
  readonly present: Present
  readonly added: Set<string>
}

/**
 * Brings items to the collection `items`. Firestore tells the listeners of every process by itself.
 *
 * All new ones are created in one batch, of which Firestore writes all or nothing: 400 of the longest items are 9.8 MB,
 * and it takes 10 MiB (firebase.google.com/docs/firestore/quotas).
 */
export function createFirestoreSink({
  firestore,
  createTimestamp,
}: Pick<FirestoreClient, 'firestore' | 'createTimestamp'>): ItemSink {
  const items = firestore.collection(collectionName)

  async function read(ids: Iterable<string>): Promise<Map<string, StoredItem | undefined>> {
    const references = Array.from(ids, (id) => items.doc(id))
    const documents = await withTimeout(answerMs, firestore.getAll(...references))
    const found = documents
      .filter(({ exists }) => exists)
      .map((document) => [document.id, readDocument(document)] as const)
    return new Map(found.map(([id, document]) => [id, document && toTransferableItem(document)]))
  }

  async function create(moving: readonly TransferItem[]): Promise<void> {
    const batch = firestore.batch()
    for (const item of moving) {
      const removedAt = item.removedAt && toListedAt({ createdAt: item.removedAt, tieBreaker: 0 }, createTimestamp)
      batch.create(items.doc(item.id), toStoredDocument(item, toListedAt(item, createTimestamp), removedAt))
    }
    await withTimeout(answerMs, batch.commit())
  }

  /** Looks what is there and creates the others, until nobody else has done so in between. */
  function keep(wanted: ReadonlyMap<string, TransferItem>): Promise<Kept> {
    let tried: readonly TransferItem[] = []
    const attempt = async () => {
      const present = await read(wanted.keys())
      const missing = [...wanted.values()].filter(({ id }) => !present.has(id))
      if (missing.length === 0) {
        // An attempt that failed may have written: then it has written all that it tried.
        return { present, added: new Set(tried.map(({ id }) => id)) }
      }
      tried = missing
      await create(missing)
      return { present, added: new Set(missing.map(({ id }) => id)) }
    }
    // Whoever was quicker has brought something: that cannot go on for ever, and is no failure.
    return retry(attempt, { shouldConsumeRetry: ({ error }) => !isAlreadyExists(error) })
  }

  return {
    async put(moving) {
      if (moving.length === 0) return []
      const wanted = new Map(moving.toReversed().map((item) => [item.id, item])) // The first of each id.
      const kept = await keep(wanted).catch((error: unknown) => {
        throw toShopError(error)
      })
      return moving.map((item) => arrivalOf(item, wanted.get(item.id), kept))
    },
  }
}

/** @param first the first of those that came under the item's id. */
function arrivalOf(item: TransferItem, first: TransferItem | undefined, { present, added }: Kept): PutOutcome {
  const there = present.has(item.id) ? present.get(item.id) : first && settled(first)
  if (!isDeepStrictEqual(settled(item), there)) return 'differs'
  return added.delete(item.id) ? 'added' : 'present'
}

function settled(moving: TransferItem): StoredItem {
  const { tieBreaker: _, ...item } = moving
  return item
}
