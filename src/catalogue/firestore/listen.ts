import type { Query, QuerySnapshot } from '@google-cloud/firestore'

import { isVisible } from '../../domain/item-state.ts'
import { itemListSize } from '../../domain/item.ts'
import { keepListening, type ListenOptions } from '../../google/keep-listening.ts'
import type { DocumentReader, ItemDocument } from './item-document.ts'

/** Limits the cost of a collection full of documents that cannot be shown: each of them is a billed read. */
const maxDocuments = 16 * itemListSize

export interface GrowingListenerOptions extends Pick<ListenOptions<QuerySnapshot>, 'onError' | 'signal'> {
  /** The newest `limit` documents. */
  readonly createQuery: (limit: number) => Query
  readonly reader: DocumentReader
  /** Called with all valid documents. `isComplete`: the collection has no others. */
  readonly onDocuments: (documents: readonly ItemDocument[], isComplete: boolean, snapshot: QuerySnapshot) => void
}

/**
 * Listens to the newest documents: as many as the list shows, or more while too few of them can be shown. So the list
 * stays full if some documents have invalid ids, or were hidden by other programs that left `createdAt` in place.
 */
export async function listenWithGrowingLimit(options: GrowingListenerOptions): Promise<void> {
  for (let limit = itemListSize; !options.signal.aborted; limit = Math.min(2 * limit, maxDocuments)) {
    await listenUntilTooShort(options, limit)
  }
}

/** Resolves when a higher limit is needed. */
async function listenUntilTooShort(options: GrowingListenerOptions, limit: number): Promise<void> {
  const { createQuery, reader, onDocuments, onError } = options
  const tooFew = new AbortController()
  const onSnapshot = (snapshot: QuerySnapshot) => {
    if (tooFew.signal.aborted) return
    const documents = reader.readAll(snapshot.docs)
    const isComplete = snapshot.size < limit
    const isEnough = documents.filter(isVisible).length >= itemListSize || isComplete || limit >= maxDocuments
    if (isEnough) onDocuments(documents, isComplete, snapshot)
    else tooFew.abort()
  }
  await keepListening({
    source: createQuery(limit),
    onSnapshot,
    onError: (error) => {
      if (!tooFew.signal.aborted) onError(error)
    },
    signal: AbortSignal.any([options.signal, tooFew.signal]),
  })
}
