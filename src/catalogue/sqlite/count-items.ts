import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'

/** How many items are in each state. */
export interface ItemCounts {
  readonly visible: number
  /** How many of the visible ones. */
  readonly sold: number
  readonly hidden: number
  /** In the bin, until they are deleted for good. */
  readonly removed: number
}

/** Reads all items. @throws StorageUnavailableError */
export function countItems(database: DatabaseSync): ItemCounts {
  const query = `SELECT
      count(*) FILTER (WHERE removed_at IS NULL AND NOT hidden) AS visible,
      count(*) FILTER (WHERE removed_at IS NULL AND NOT hidden AND sold) AS sold,
      count(*) FILTER (WHERE removed_at IS NULL AND hidden) AS hidden,
      count(*) FILTER (WHERE removed_at IS NOT NULL) AS removed
    FROM item`
  return orStorageUnavailable(() => ({ ...database.prepare(query).get() })) as unknown as ItemCounts
}
