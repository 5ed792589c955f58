import type { DocumentSnapshot } from '@google-cloud/firestore'

import { toMicroseconds } from '../../../google/firestore-client.ts'
import type { ItemCollection } from '../item-collection.ts'
import type { ItemDocument } from '../item-document.ts'
import { itemQueries } from '../queries.ts'

/** The number of documents in one response: a few megabytes at most. */
const pageSize = 300

export interface DocumentSource extends Pick<ItemCollection, 'items' | 'reader'> {
  /** The number of documents after which it stops, for visible and for other items. */
  readonly limit: number
  /** Makes a call until it succeeds. */
  readonly retry: <T>(call: () => Promise<T>) => Promise<T>
}

/** Reads all documents in pages: items that visitors see or may see, newest first, and then all others. */
export async function* readDocuments(source: DocumentSource): AsyncGenerator<readonly ItemDocument[]> {
  const { items, reader, limit, retry } = source
  for (const createQuery of [itemQueries.latest, itemQueries.latestNotVisible]) {
    let last: DocumentSnapshot | undefined
    for (let count = 0; count < limit; count += pageSize) {
      const page = createQuery(items, Math.min(pageSize, limit - count))
      const query = last === undefined ? page : page.startAfter(last)
      const { docs } = await retry(() => query.get())
      yield reader.readAll(docs)
      last = docs.at(-1)
      if (docs.length < pageSize) break
    }
  }
}

/** Reads single documents. `readAt` is the time of Firestore's clock, in microseconds, at which the others were missing. */
export async function readEach({ items, reader, retry }: DocumentSource, ids: readonly string[]) {
  const found = await retry(() => items.firestore.getAll(...ids.map((id) => items.doc(id))))
  return {
    documents: reader.readAll(found.filter(({ exists }) => exists)),
    missing: found.filter(({ exists }) => !exists).map(({ id }) => id),
    readAt: Math.min(...found.map(({ readTime }) => toMicroseconds(readTime))),
  }
}
