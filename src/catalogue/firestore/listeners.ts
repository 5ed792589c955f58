import type { QuerySnapshot } from '@google-cloud/firestore'

import { isVisible } from '../../domain/item-state.ts'
import { itemListSize } from '../../domain/item.ts'
import { keepListening, type ListenOptions } from '../../google/keep-listening.ts'
import type { ItemCollection } from './item-collection.ts'
import type { ItemDocument } from './item-document.ts'
import { itemQueries } from './queries.ts'

/** Limits the cost of a collection full of documents that cannot be shown: each of them is a billed read. */
const maxDocuments = 16 * itemListSize

/** No change by another process is missed if fewer than this come at once, or while the listener is disconnected. */
const maxChanges = 50

/** A write may be committed this much later than the time of the change that it sets. */
const commitMs = 60_000

type ItemListenerOptions = Pick<ItemCollection, 'items' | 'reader'> &
  Pick<ListenOptions<QuerySnapshot>, 'onError' | 'signal'>

export interface LatestListenerOptions extends ItemListenerOptions {
  /** Called with all valid documents. `isComplete`: the collection has no others. */
  readonly onDocuments: (documents: readonly ItemDocument[], isComplete: boolean, snapshot: QuerySnapshot) => void
}

/**
 * Listens to the newest documents: as many as the list shows, or more while too few of them can be shown. So the list
 * stays full if some documents have invalid ids, or were hidden by other programs that left `createdAt` in place.
 */
export async function listenToLatest(options: LatestListenerOptions): Promise<void> {
  for (let limit = itemListSize; !options.signal.aborted; limit = Math.min(2 * limit, maxDocuments)) {
    await listenUntilTooShort(options, limit)
  }
}

/** Resolves when a higher limit is needed. */
async function listenUntilTooShort(options: LatestListenerOptions, limit: number): Promise<void> {
  const { items, reader, onDocuments, onError } = options
  const tooFew = new AbortController()
  const onSnapshot = (snapshot: QuerySnapshot) => {
    if (tooFew.signal.aborted) return
    const documents = reader.readAll(snapshot.docs)
    const isComplete = snapshot.size < limit
    const isEnough = documents.filter(isVisible).length >= itemListSize || isComplete || limit >= maxDocuments
    if (isEnough) onDocuments(documents, isComplete, snapshot)
    else tooFew.abort()
  }
  const signal = AbortSignal.any([options.signal, tooFew.signal])
  await keepListening({ createSource: () => itemQueries.latest(items, limit), onSnapshot, onError, signal })
}

export interface ChangesListenerOptions extends ItemListenerOptions {
  /** Changes before this time, in milliseconds of Firestore's clock, are of no interest. */
  readonly since: number
  readonly onDocuments: (documents: readonly ItemDocument[]) => void
  /** Called after `onDocuments` if there may have been more changes than it got. */
  readonly onMissed: () => void
}

/**
 * Listens to the changes that owners make through any process, also of items that are hidden or not among the latest. Each
 * costs one read; so does, at the start and each time a new listener replaces one that ended, what was changed in the minute
 * before.
 */
export function listenToChanges(options: ChangesListenerOptions): Promise<void> {
  const { items, reader, onDocuments, onMissed, onError, signal } = options
  let { since } = options
  const createSource = () => itemQueries.changed(items, new Date(since - commitMs), maxChanges)
  const onSnapshot = (snapshot: QuerySnapshot) => {
    const written = snapshot.docChanges().filter(({ type }) => type !== 'removed')
    since = snapshot.readTime.toMillis()
    onDocuments(reader.readAll(written.map(({ doc }) => doc)))
    if (written.length >= maxChanges) onMissed()
  }
  return keepListening({ createSource, onSnapshot, onError, signal })
}
