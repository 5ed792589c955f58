import type { Query, QueryDocumentSnapshot } from '@google-cloud/firestore'

import type { Item } from '../../domain/item.ts'
import type { Log } from '../../log/log.ts'
import type { ItemSource } from '../archive.ts'
import type { FirestoreClient } from './client.ts'
import { collectionName, compareNewest, readDocument } from './item-document.ts'
import type { ItemDocument } from './item-document.ts'
import { toMovableItem } from './moving-item.ts'
import { toShopError, within } from './storage-error.ts'
import { tryAgain } from './try-again.ts'

const pageSize = 500
const answerMs = 20_000

export interface FirestoreSourceOptions extends Pick<FirestoreClient, 'firestore'> {
  /** Told of each document that is left out. */
  readonly log: Log
}

/**
 * The items of the collection `items`, in pages that are asked for one after the other: not as they are at one moment.
 * Documents without `createdAt` are left out, as they are on the shop's own list.
 */
export function createFirestoreSource({ firestore, log }: FirestoreSourceOptions): ItemSource {
  const items = firestore.collection(collectionName)
  const oldestFirst = items.orderBy('createdAt')

  const countOf = async (query: Query) => {
    const answer = await ask(() => query.count().get())
    return answer.data().count
  }

  /** A query by `createdAt` passes over documents without it. */
  function tellOfTimeless(documents: number): void {
    if (documents > 0) log.warn({ documents }, 'documents without createdAt are left out')
  }

  function readMovable(document: QueryDocumentSnapshot): ItemDocument | undefined {
    const found = readDocument(document)
    const item = found && toMovableItem(found)
    if (found && item) return { ...found, item }
    const faults = found?.faults ?? ['id']
    log.warn({ document: document.ref.path, faults }, 'a document that breaks the rules of an item is left out')
    return undefined
  }

  return {
    count: () => countOf(oldestFirst),
    async *all() {
      const total = await countOf(items)
      let seen = 0
      /** Those of the last moment: more of them may come with the next page. */
      let held: ItemDocument[] = []
      for await (const documents of pagesOf(oldestFirst)) {
        seen += documents.length
        held.push(...documents.map(readMovable).filter((document) => document !== undefined))
        const last = held.at(-1)
        const ready = held.splice(
          0,
          held.findIndex(({ listedAt }) => listedAt === last?.listedAt),
        )
        if (ready.length > 0) yield toItems(ready)
      }
      if (held.length > 0) yield toItems(held)
      tellOfTimeless(total - seen)
    },
  }
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
    return await tryAgain(() => within(answerMs, call()))
  } catch (error) {
    throw toShopError(error)
  }
}

/** Oldest first. */
function toItems(documents: readonly ItemDocument[]): Item[] {
  return documents.toSorted((a, b) => compareNewest(b, a)).map(({ item }) => item)
}
