import type { CollectionReference, QuerySnapshot } from '@google-cloud/firestore'

import { keepListening, type ListenOptions } from '../../google/keep-listening.ts'
import type { DocumentReader, ItemDocument } from './item-document.ts'
import { itemQueries } from './queries.ts'

/** No change by another process is missed if fewer than this come at once, or while the listener is disconnected. */
export const maxChanges = 50

/** A write may be committed this much later than the time of the change that it sets. */
const commitMs = 60_000

export interface ChangesListenerOptions extends Pick<ListenOptions<QuerySnapshot>, 'onError' | 'signal'> {
  readonly items: CollectionReference
  readonly reader: DocumentReader
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
  const source = {
    onSnapshot: (onNext: (snapshot: QuerySnapshot) => void, onEnd: (error: Error) => void) =>
      itemQueries.changed(items, new Date(since - commitMs), maxChanges).onSnapshot(onNext, onEnd),
  }
  const onSnapshot = (snapshot: QuerySnapshot) => {
    const written = snapshot.docChanges().filter(({ type }) => type !== 'removed')
    since = snapshot.readTime.toMillis()
    onDocuments(reader.readAll(written.map(({ doc }) => doc)))
    if (written.length >= maxChanges) onMissed()
  }
  return keepListening({ source, onSnapshot, onError, signal })
}
