import { isDeepStrictEqual } from 'node:util'

import type { DocumentSnapshot, Timestamp } from '@google-cloud/firestore'
import { LRUCache } from 'lru-cache'

import { withNoteOf, type StoredItem } from '../../domain/item-state.ts'
import { callFirestore } from '../../google/call-firestore.ts'
import type { FirestoreClient } from '../../google/firestore-client.ts'
import { isAlreadyExists, withTimeout } from '../../google/firestore-error.ts'
import { changeTime, collectionName, readDocument, toStoredDocument } from '../firestore/item-document.ts'
import { ItemNotes } from '../firestore/item-notes.ts'
import { toTransferableItem } from './firestore-item.ts'
import type { PutOutcome, ItemSink } from './transfer.ts'

/** Long enough for 350 of the longest items. An attempt that timed out may still have written. */
const answerMs = 30_000

/** An item with the time that orders it. */
interface ListedItem {
  readonly item: StoredItem
  readonly listedAt: Timestamp
}

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
  const notes = new ItemNotes(firestore)
  const toListedAt = createTieBreaker(createTimestamp)

  async function read(ids: Iterable<string>): Promise<Map<string, StoredItem | undefined>> {
    const references = Array.from(ids, (id) => items.doc(id))
    const documents = await withTimeout(answerMs, firestore.getAll(...references))
    const found = documents.filter(({ exists }) => exists)
    return new Map(await Promise.all(found.map(async (each) => [each.id, await toStoredItem(each, notes)] as const)))
  }

  async function create(newItems: readonly ListedItem[]): Promise<void> {
    const batch = firestore.batch()
    for (const { item, listedAt } of newItems) {
      const document = toStoredDocument(item, listedAt, item.removedAt)
      // An older item is not on the list of the newest ones: the listener for changes reports it.
      batch.create(items.doc(item.id), { ...document, [changeTime]: serverTimestamp() })
      if (item.reservedNote !== null) notes.write(batch, item.id, item.reservedNote)
    }
    await withTimeout(answerMs, batch.commit())
  }

  /** Reads which items exist and creates the others; starts over if another writer created one in between. */
  function write(wanted: ReadonlyMap<string, ListedItem>): Promise<Written> {
    let tried: readonly ListedItem[] = []
    const attempt = async () => {
      const existing = await read(wanted.keys())
      const missing = [...wanted.values()].filter(({ item }) => !existing.has(item.id))
      if (missing.length === 0) {
        // A failed attempt may have written: then it has written all its items.
        return { existing, added: new Set(tried.map(({ item }) => item.id)) }
      }
      tried = missing
      await create(missing)
      return { existing, added: new Set(missing.map(({ item }) => item.id)) }
    }
    // Losing to another writer is not a failure, and ends, as that writer has added items.
    return callFirestore(attempt, { shouldConsumeRetry: ({ error }) => !isAlreadyExists(error) })
  }

  return {
    async put(batch) {
      if (batch.length === 0) return []
      const newItems = batch.map((item) => ({ item, listedAt: toListedAt(item) }))
      const wanted = new Map(newItems.toReversed().map((newItem) => [newItem.item.id, newItem])) // The first of each id.
      const written = await write(wanted)
      return batch.map((item) => outcomeOf(item, wanted.get(item.id)?.item, written))
    },
  }
}

async function toStoredItem(snapshot: DocumentSnapshot, notes: ItemNotes): Promise<StoredItem | undefined> {
  const document = readDocument(snapshot)
  const note = document?.item.reserved ? await withTimeout(answerMs, notes.read(snapshot.id)) : null
  return document && toTransferableItem(document, note)
}

/** The last microsecond of a millisecond: more items than that share it. */
const maxTieBreaker = 999

/** Milliseconds whose items are counted. */
const maxCounted = 1_000

/** The time of each new item: those of one millisecond are numbered in the microseconds, which no item shows. */
function createTieBreaker(createTimestamp: FirestoreClient['createTimestamp']): (item: StoredItem) => Timestamp {
  const counts = new LRUCache<number, number>({ max: maxCounted })
  return ({ createdAt }) => {
    const time = createdAt.getTime()
    const count = counts.get(time) ?? 0
    counts.set(time, count + 1)
    const seconds = Math.floor(time / 1_000)
    const microseconds = (time - seconds * 1_000) * 1_000 + Math.min(count, maxTieBreaker)
    return createTimestamp(seconds, microseconds * 1_000)
  }
}

/** @param first the first item with this id in the batch. */
function outcomeOf(item: StoredItem, first: StoredItem | undefined, { existing, added }: Written): PutOutcome {
  const stored = existing.has(item.id) ? existing.get(item.id) : first
  if (stored === undefined || !isDeepStrictEqual(item, withNoteOf(item, stored))) return 'differs'
  return added.delete(item.id) ? 'added' : 'present'
}
