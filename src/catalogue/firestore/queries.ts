import type { CollectionReference, Query } from '@google-cloud/firestore'

/** The latest items: the list of the specification, newest first. */
export function latestItemsQuery(items: CollectionReference, limit: number): Query {
  return orderedBy(items, 'createdAt', 'desc').limit(limit)
}

/** The documents with this field, ordered by it: Firestore leaves out documents without the field. */
export function orderedBy(items: CollectionReference, time: string, direction: 'asc' | 'desc'): Query {
  return items.orderBy(time, direction)
}
