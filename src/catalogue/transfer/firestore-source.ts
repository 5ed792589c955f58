import type { Query, QueryDocumentSnapshot } from '@google-cloud/firestore'

import type { StoredItem } from '../../domain/item-state.ts'
import { callFirestore } from '../../google/call-firestore.ts'
import type { FirestoreClient } from '../../google/firestore-client.ts'
import { withTimeout } from '../../google/firestore-error.ts'
import type { Log } from '../../log.ts'
import { collectionName, compareNewest, readDocument, type ItemDocument } from '../firestore/item-document.ts'
import { itemQueries } from '../firestore/queries.ts'
import { toTransferableItem } from './firestore-item.ts'
import type { ItemSource } from './transfer.ts'

const pageSize = 500
const answerMs = 20_000

export interface FirestoreSourceOptions extends Pick<FirestoreClient, 'firestore'> {
  /** Has a line for each document that is left out. */
  readonly log: Log
}

/**
 * Reads the items of the collection `items` page by page, so not as a snapshot. Documents without a time are left out, as
 * in the shop's own lists.
 */
export function createFirestoreSource({ firestore, log }: FirestoreSourceOptions): ItemSource {
  const items = firestore.collection(collectionName)
  const visible = itemQueries.seen(items)
  const unseen = itemQueries.unseen(items)

  const countOf = async (query: Query) => {
    const answer = await ask(() => query.count().get())
    return answer.data().count
  }

  async function logDocumentsWithoutTime(): Promise<void> {
    const documents = (await countOf(items)) - (await countOf(visible)) - (await countOf(unseen))
    if (documents > 0) log.warn({ documents }, 'documents without a time are left out')
  }

  function readTransferable(document: QueryDocumentSnapshot): ItemDocument | undefined {
    const found = readDocument(document)
    const item = found && toTransferableItem(found)
    if (found && item) return { ...found, item }
    const faults = found?.faults ?? ['id']
    log.warn({ document: document.ref.path, faults }, 'a document that breaks the rules of an item is left out')
    return undefined
  }

  /** The documents of one query, in order. */
  async function* documentsOf(query: Query): AsyncGenerator<ItemDocument, undefined> {
    /** The documents with the last time so far: the next page may have more of them. */
    let held: ItemDocument[] = []
    for await (const documents of pagesOf(query)) {
      held.push(...documents.map(readTransferable).filter((document) => document !== undefined))
      const last = held.at(-1)
      const ready = held.splice(
        0,
        held.findIndex(({ listedAt }) => listedAt === last?.listedAt),
      )
      yield* ready.toSorted(compareOldest)
    }
    yield* held.toSorted(compareOldest)
    return undefined
  }

  return {
    count: async () => (await countOf(visible)) + (await countOf(unseen)),
    async *all() {
      await logDocumentsWithoutTime()
      let page: StoredItem[] = []
      for await (const document of merged(documentsOf(visible), documentsOf(unseen))) {
        page.push(toKeptItem(document))
        if (page.length < pageSize) continue
        yield page
        page = []
      }
      if (page.length > 0) yield page
    },
  }
}

const compareOldest = (a: ItemDocument, b: ItemDocument) => compareNewest(b, a)

function toKeptItem({ item, hidden, removedAt }: ItemDocument): StoredItem {
  return { ...item, hidden, removedAt }
}

/** Merges two ordered sequences. */
async function* merged(...parts: [Documents, Documents]): AsyncGenerator<ItemDocument> {
  let [a, b] = await Promise.all(parts.map(next))
  while (a !== undefined || b !== undefined) {
    if (a !== undefined && (b === undefined || compareOldest(a, b) < 0)) {
      yield a
      a = await next(parts[0])
    } else if (b !== undefined) {
      yield b
      b = await next(parts[1])
    }
  }
}

type Documents = AsyncGenerator<ItemDocument, undefined>

async function next(documents: Documents): Promise<ItemDocument | undefined> {
  return (await documents.next()).value
}

/** Each page starts where the one before ended. A single query could take longer than a connection lasts. */
async function* pagesOf(query: Query): AsyncGenerator<readonly QueryDocumentSnapshot[]> {
  let page = query.limit(pageSize)
  for (;;) {
    const { docs } = await ask(() => page.get())
    yield docs
    const last = docs.at(-1)
    if (last === undefined || docs.length < pageSize) return
    page = query.startAfter(last).limit(pageSize)
  }
}

const ask = <T>(call: () => Promise<T>) => callFirestore(() => withTimeout(answerMs, call()))
