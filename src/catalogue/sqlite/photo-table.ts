import type { DatabaseSync } from 'node:sqlite'

import type { Item } from '../../domain/item.ts'
import { photoIdsOf } from '../../domain/photo.ts'

/** The table of which items use which photos. The rows of a deleted item go with it. Every method throws SQLite's own errors. */
export interface PhotoTable {
  /** Adds the photos of a new item, within the transaction that adds the item. */
  add(item: Item): void
  /** Replaces the photos of a changed item. */
  replace(before: Item, after: Item): void
  /** The ids of the given photos that an item uses. */
  usedOf(ids: readonly string[]): Set<string>
}

/** Exported so that a test can check its query plan. */
export const usedQuery = 'SELECT photo_id FROM item_photo WHERE photo_id IN (SELECT value FROM json_each(?))'

export function createPhotoTable(database: DatabaseSync): PhotoTable {
  const insert = database.prepare('INSERT INTO item_photo (item_id, photo_id) VALUES (?, ?)')
  const remove = database.prepare('DELETE FROM item_photo WHERE item_id = ?')
  const used = database.prepare(usedQuery)

  function add(item: Item): void {
    for (const photoId of photoIdsOf(item)) insert.run(item.id, photoId)
  }

  return {
    add,
    replace(before, after) {
      if (photoIdsOf(before).length > 0) remove.run(before.id)
      add(after)
    },
    usedOf: (ids) => new Set(used.all(JSON.stringify(ids)).map((row) => row['photo_id'] as string)),
  }
}
