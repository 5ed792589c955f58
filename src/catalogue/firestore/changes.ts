import type { CollectionReference, QuerySnapshot } from '@google-cloud/firestore'

import type { Log } from '../../log.ts'
import { inOrderOf, toMicroseconds } from './item-document.ts'
import { keepListening } from './listen.ts'

/** When a maker last changed an item, by Firestore's clock. Only documents that were changed have it. */
export const changeTime = 'changedAt'

/** So many changes may come together, or while no listener could be had, and none is missed. */
const maxChanges = 50

export interface ChangesOptions {
  readonly items: CollectionReference
  readonly log: Log
  /** Told of items that were changed, by their ids. */
  readonly onChange: (change: ItemsChanged) => void
}

/** Times in microseconds since 1970. */
export interface ItemsChanged {
  readonly changedAt: ReadonlyMap<string, number>
  readonly readAt: number
}

/**
 * Follows what makers change through whichever process, also what is hidden or not among the newest: pages of it are
 * kept in each. One read for each change and process, and {@link maxChanges} when it starts.
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
    if (!ended.signal.aborted) log.error({ err: error }, 'changes of other processes cannot be followed')
  }
  const query = inOrderOf(items, changeTime, 'desc').limit(maxChanges)
  const listening = keepListening({ query, onSnapshot: take, onError, signal: ended.signal })
  return {
    async stop() {
      ended.abort()
      await listening
    },
  }
}
