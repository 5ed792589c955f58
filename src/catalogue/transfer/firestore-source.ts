import type { Query, QueryDocumentSnapshot } from '@google-cloud/firestore'

import type { StoredItem } from '../../domain/item-state.ts'
import type { FirestoreClient } from '../../google/firestore-client.ts'
import { toShopError, withTimeout } from '../../google/firestore-error.ts'
import { retry } from '../../google/retry.ts'
import type { Log } from '../../log.ts'
import { collectionName, compareNewest, inOrderOf, readDocument, unseenTime } from '../firestore/item-document.ts'
import type { ItemDocument } from '../firestore/item-document.ts'
import { toTransferableItem } from './firestore-item.ts'
import type { ItemSource } from './transfer.ts'

const pageSize = 500
const answerMs = 20_000

export interface FirestoreSourceOptions extends Pick<FirestoreClient, 'firestore'> {
  /** Told of each document that is left out. */
  readonly log: Log
}

/**
 * The items of the collection `items`, in pages that are asked for one after the other: not as they are at one moment.
 * Documents without a time are left out, as they are on the shop's own lists.
 */
export function createFirestoreSource({ firestore, log }: FirestoreSourceOptions): ItemSource {
  const items = firestore.collection(collectionName)
  const seen = inOrderOf(items, 'createdAt', 'asc')
  const unseen = inOrderOf(items, unseenTime, 'asc')

  const countOf = async (query: Query) => {
    const answer = await ask(() => query.count().get())
    return answer.data().count
  }

  async function tellOfTimeless(): Promise<void> {
    const documents = (await countOf(items)) - (await countOf(seen)) - (await countOf(unseen))
    if (documents > 0) log.warn({ documents }, 'documents without a time are left out')
  }

  function readMovable(document: QueryDocumentSnapshot): ItemDocument | undefined {
    const found = readDocument(document)
    const item = found && toTransferableItem(found)
    if (found && item) return { ...found, item }
    const faults = found?.faults ?? ['id']
    log.warn({ document: document.ref.path, faults }, 'a document that breaks the rules of an item is left out')
    return undefined
  }

  /** Those that one query gives, one after the other. */
  async function* documentsOf(query: Query): AsyncGenerator<ItemDocument, undefined> {
    /** Those of the last moment: more of them may come with the next page. */
    let held: ItemDocument[] = []
    for await (const documents of pagesOf(query)) {
      held.push(...documents.map(readMovable).filter((document) => document !== undefined))
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
    count: async () => (await countOf(seen)) + (await countOf(unseen)),
    async *all() {
      await tellOfTimeless()
      let page: StoredItem[] = []
      for await (const document of merged(documentsOf(seen), documentsOf(unseen))) {
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

/** Two that are in order, as one that is. */
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

/** Each page is asked for by where the one before ended, so that none is too long for a connection. */
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

async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await retry(() => withTimeout(answerMs, call()))
  } catch (error) {
    throw toShopError(error)
  }
}
