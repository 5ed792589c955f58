import { setTimeout } from 'node:timers/promises'

import type { Query, QuerySnapshot } from '@google-cloud/firestore'
import pRetry from 'p-retry'

import { isVisible } from '../../domain/item-state.ts'
import { itemListSize } from '../../domain/item.ts'
import type { DocumentReader, ItemDocument } from './item-document.ts'

/** The pause between two listeners, so that one that ends at once does not cause a storm of reads. */
const pauseMs = 1_000

/** Back-off while no listener can be started. */
const retries = { retries: Infinity, minTimeout: pauseMs, maxTimeout: 30_000, randomize: true, unref: true }

/** Limits the cost of a collection full of documents that cannot be shown: each of them is a billed read. */
const maxDocuments = 16 * itemListSize

export interface ListenOptions {
  readonly query: Query
  readonly onSnapshot: (snapshot: QuerySnapshot) => void
  /** Called each time a listener ends, or cannot be started. */
  readonly onError: (error: unknown) => void
  /** Stops listening. */
  readonly signal: AbortSignal
}

/**
 * Listens to a query until `signal` is aborted. Google's library resumes an interrupted listener some ten times; when it
 * gives up, this starts a new listener.
 */
export async function keepListening(options: ListenOptions): Promise<void> {
  const { onError, signal } = options
  const aborted = () => signal.aborted
  while (!aborted()) {
    try {
      const onFailedAttempt = ({ error }: { error: Error }) => onError(error.cause)
      const { ended } = await pRetry(() => listenOnce(options), { ...retries, signal, onFailedAttempt })
      onError(await ended)
      await setTimeout(pauseMs, undefined, { signal, ref: false })
    } catch (error) {
      if (!aborted()) throw error
    }
  }
}

/** Resolves at the first snapshot, with a promise of the listener's end. */
async function listenOnce({ query, onSnapshot, signal }: ListenOptions): Promise<{ ended: Promise<unknown> }> {
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<unknown>()
  const take = (snapshot: QuerySnapshot) => {
    onSnapshot(snapshot)
    started.resolve()
  }
  const end = (error: unknown) => {
    // Wrapped in an Error, as p-retry does not retry a TypeError.
    started.reject(new Error('The listener has ended.', { cause: error }))
    ended.resolve(error)
  }
  const stop = query.onSnapshot(take, end)
  const abort = () => {
    stop()
    end(signal.reason)
  }
  signal.addEventListener('abort', abort, { once: true })
  void ended.promise.then(() => signal.removeEventListener('abort', abort))
  await started.promise
  return { ended: ended.promise }
}

export interface GrowingListenerOptions extends Pick<ListenOptions, 'onError' | 'signal'> {
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
    query: createQuery(limit),
    onSnapshot,
    onError: (error) => {
      if (!tooFew.signal.aborted) onError(error)
    },
    signal: AbortSignal.any([options.signal, tooFew.signal]),
  })
}
