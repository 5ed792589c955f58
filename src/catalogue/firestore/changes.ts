import type { CollectionReference, QuerySnapshot } from '@google-cloud/firestore'

import type { Log } from '../../log.ts'
import { toMicroseconds } from './item-document.ts'
import { keepListening } from './listen.ts'
import { orderedBy } from './queries.ts'

/** The field with the time of the last change by an owner, by Firestore's clock. Only changed documents have it. */
export const changeTime = 'changedAt'

/** No change is missed if at most this many come at once, or while the listener is disconnected. */
const maxChanges = 50

export interface ChangesOptions {
  readonly items: CollectionReference
  readonly log: Log
  /** Called with the items that were changed. */
  readonly onChange: (change: ItemsChanged) => void
}

/** Changed items by their ids. Times are in microseconds since 1970. */
export interface ItemsChanged {
  readonly changedAt: ReadonlyMap<string, number>
  readonly readAt: number
}

/**
 * Reports the changes that owners make through any process, also of items that are hidden or not among the latest, as
 * every process caches pages of them. Costs one read for each change and process, and {@link maxChanges} at the start.
 */
export function followChanges({ items, log, onChange }: ChangesOptions): { stop(): Promise<void> } {
  const ended = new AbortController()
  let known: ReadonlyMap<string, number> | undefined

  const take = ({ docs, readTime }: QuerySnapshot) => {
    const readAt = toMicroseconds(readTime)
    const latest = new Map(docs.map(({ id, updateTime }) => [id, toMicroseconds(updateTime)]))
    const previous = known
    known = latest
    if (previous === undefined) return
    const written = [...latest].filter(([id, updatedAt]) => previous.get(id) !== updatedAt)
    const changedAt = new Map(written)
    if (changedAt.size > 0) onChange({ changedAt, readAt })
  }
  const onError = (error: unknown) => {
    if (!ended.signal.aborted) log.error({ err: error }, 'the listener for changes of other processes failed')
  }
  const query = orderedBy(items, changeTime, 'desc').limit(maxChanges)
  const listening = keepListening({ query, onSnapshot: take, onError, signal: ended.signal })
  return {
    async stop() {
      ended.abort()
      await listening
    },
  }
}
