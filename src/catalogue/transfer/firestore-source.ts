import type { Query, QueryDocumentSnapshot } from '@google-cloud/firestore'

import type { StoredItem } from '../../domain/item-state.ts'
import { callFirestore } from '../../google/call-firestore.ts'
import type { FirestoreClient } from '../../google/firestore-client.ts'
import { withTimeout } from '../../google/firestore-error.ts'
import type { Log } from '../../log.ts'
import { collectionName, compareNewest, readDocument, type ItemDocument } from '../firestore/item-document.ts'
import { ItemNotes } from '../firestore/item-notes.ts'
import { toTransferableItem } from './firestore-item.ts'
import type { ItemSource } from './transfer.ts'

const pageSize = 500
const answerMs = 20_000

/** A document, and the item that another shop can import. */
interface Transferable {
  readonly found: ItemDocument
  readonly item: StoredItem
}

export interface FirestoreSourceOptions extends Pick<FirestoreClient, 'firestore'> {
  /** Has a line for each document that is left out. */
  readonly log: Log
}

/**
 * Reads the items of the collection `items` page by page, so not as a snapshot, and keeps them in memory until all are
 * read: their order is that of two fields. Documents without a time are left out, as in the shop's own lists.
 */
export function createFirestoreSource({ firestore, log }: FirestoreSourceOptions): ItemSource {
  const items = firestore.collection(collectionName)

  function readTransferable(document: QueryDocumentSnapshot, notes: ReadonlyMap<string, string>): Transferable[] {
    const found = readDocument(document)
    const item = found && toTransferableItem(found, notes.get(found.item.id) ?? null)
    if (found && item) return [{ found, item }]
    const faults = found?.faults ?? ['id']
    log.warn({ document: document.ref.path, faults }, 'a document that breaks the rules of an item is left out')
    return []
  }

  return {
    count: async () => (await callInTime(() => items.count().get())).data().count,
    async *all() {
      const all: Transferable[] = []
      const notes = await callInTime(() => new ItemNotes(firestore).readAll())
      for await (const page of pagesOf(items))
        all.push(...page.flatMap((document) => readTransferable(document, notes)))
      all.sort((a, b) => compareNewest(b.found, a.found))
      for (let start = 0; start < all.length; start += pageSize) {
        yield all.slice(start, start + pageSize).map(({ item }) => item)
      }
    },
  }
}

/** Each page starts where the one before ended. A single query could take longer than a connection lasts. */
async function* pagesOf(query: Query): AsyncGenerator<readonly QueryDocumentSnapshot[]> {
  let page = query.limit(pageSize)
  for (;;) {
    const { docs } = await callInTime(() => page.get())
    yield docs
    const last = docs.at(-1)
    if (last === undefined || docs.length < pageSize) return
    page = query.startAfter(last).limit(pageSize)
  }
}

const callInTime = <T>(call: () => Promise<T>) => callFirestore(() => withTimeout(answerMs, call()))
