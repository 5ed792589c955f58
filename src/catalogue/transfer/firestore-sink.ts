import { isDeepStrictEqual } from 'node:util'

import type { StoredItem } from '../../domain/item-state.ts'
import { callFirestore } from '../../google/call-firestore.ts'
import type { FirestoreClient } from '../../google/firestore-client.ts'
import { isAlreadyExists, withTimeout } from '../../google/firestore-error.ts'
import { changeTime, collectionName, readDocument, toStoredDocument } from '../firestore/item-document.ts'
import { toListedAt, toTransferableItem } from './firestore-item.ts'
import type { PutOutcome, ItemSink, TransferItem } from './transfer.ts'

/** Long enough for 350 of the longest items. An attempt that timed out may still have written. */
const answerMs = 30_000

/** Existing documents by id: an item, or `undefined` for an invalid document. */
type Existing = ReadonlyMap<string, StoredItem | undefined>

/** The documents that existed before a write, and the ids of the items that it added. */
interface Written {
  readonly existing: Existing
  readonly added: Set<string>
}

/**
 * Imports items into the collection `items`. The listeners of every process report them.
 *
 * New items are created in one atomic batch: 350 of the longest items are 9.9 MB, and the limit is 10 MiB
 * (firebase.google.com/docs/firestore/quotas).
 */
export function createFirestoreSink({
  firestore,
  createTimestamp,
  serverTimestamp,
}: Pick<FirestoreClient, 'firestore' | 'createTimestamp' | 'serverTimestamp'>): ItemSink {
  const items = firestore.collection(collectionName)

  async function read(ids: Iterable<string>): Promise<Map<string, StoredItem | undefined>> {
    const references = Array.from(ids, (id) => items.doc(id))
    const documents = await withTimeout(answerMs, firestore.getAll(...references))
    const found = documents
      .filter(({ exists }) => exists)
      .map((document) => [document.id, readDocument(document)] as const)
    return new Map(found.map(([id, document]) => [id, document && toTransferableItem(document)]))
  }

  async function create(newItems: readonly TransferItem[]): Promise<void> {
    const batch = firestore.batch()
    for (const item of newItems) {
      const removedAt = item.removedAt && toListedAt({ createdAt: item.removedAt, tieBreaker: 0 }, createTimestamp)
      const document = toStoredDocument(item, toListedAt(item, createTimestamp), removedAt)
      // An older item is not on the list of the newest ones: the listener for changes reports it.
      batch.create(items.doc(item.id), { ...document, [changeTime]: serverTimestamp() })
    }
    await withTimeout(answerMs, batch.commit())
  }

  /** Reads which items exist and creates the others; starts over if another writer created one in between. */
  function write(wanted: ReadonlyMap<string, TransferItem>): Promise<Written> {
    let tried: readonly TransferItem[] = []
    const attempt = async () => {
      const existing = await read(wanted.keys())
      const missing = [...wanted.values()].filter(({ id }) => !existing.has(id))
      if (missing.length === 0) {
        // A failed attempt may have written: then it has written all its items.
        return { existing, added: new Set(tried.map(({ id }) => id)) }
      }
      tried = missing
      await create(missing)
      return { existing, added: new Set(missing.map(({ id }) => id)) }
    }
    // Losing to another writer is not a failure, and ends, as that writer has added items.
    return callFirestore(attempt, { shouldConsumeRetry: ({ error }) => !isAlreadyExists(error) })
  }

  return {
    async put(batch) {
      if (batch.length === 0) return []
      const wanted = new Map(batch.toReversed().map((item) => [item.id, item])) // The first of each id.
      const written = await write(wanted)
      return batch.map((item) => outcomeOf(item, wanted.get(item.id), written))
    },
  }
}

/** @param first the first item with this id in the batch. */
function outcomeOf(item: TransferItem, first: TransferItem | undefined, { existing, added }: Written): PutOutcome {
  const stored = existing.has(item.id) ? existing.get(item.id) : first && toStoredItem(first)
  if (!isDeepStrictEqual(toStoredItem(item), stored)) return 'differs'
  return added.delete(item.id) ? 'added' : 'present'
}

function toStoredItem(transferItem: TransferItem): StoredItem {
  const { tieBreaker: _, ...item } = transferItem
  return item
}
