import type { CollectionReference, Query } from '@google-cloud/firestore'

import type { Day } from '../../domain/day.ts'
import { changeTime, photoIdsField, notVisibleTime } from './item-document.ts'

/**
 * Every query of the collection `items`. Firestore leaves out documents without the ordered field. A test derives from
 * these which indexes `deploy/firestore.indexes.json` needs.
 */
export const itemQueries = {
  /** The newest items: the list of the specification. */
  latest: (items, limit: number) => items.orderBy('createdAt', 'desc').limit(limit),
  /** The newest of all others. */
  latestNotVisible: (items, limit: number) => items.orderBy(notVisibleTime, 'desc').limit(limit),
  /** The items that were changed last, since this time. */
  changed: (items, since: Date, limit: number) =>
    items.where(changeTime, '>', since).orderBy(changeTime, 'desc').limit(limit),
  withPhotos: (items, photoIds: readonly string[]) =>
    items.where(photoIdsField, 'array-contains-any', photoIds).select(photoIdsField),
  /** Only their ids and versions. */
  reservedBefore: (items, today: Day, limit: number) => items.where('reservedUntil', '<', today).limit(limit).select(),
  removedBefore: (items, time: Date, limit: number) => items.where('removedAt', '<', time).limit(limit),
} satisfies Record<string, (items: CollectionReference, ...values: never[]) => Query>
