import type { DatabaseSync } from 'node:sqlite'

import type { Item } from '../../domain/item.ts'
import { photoIdsOf } from '../../domain/photo.ts'

/** Which items have which photos, as it lies in SQLite. An item that is deleted has none. Every method throws SQLite's own errors. */
export interface PhotoTable {
  /** Notes the photos of a new item, within the transaction that adds it. */
  add(item: Item): void
  /** As `add`, for an item that was another one before. */
  replace(before: Item, after: Item): void
  /** Those of these photos that an item has, by their ids. */
  usedOf(ids: readonly string[]): Set<string>
}

/** Exported so that a test can ask SQLite how it goes about it. */
export const usedQuery = 'SELECT photo_id FROM item_photo WHERE photo_id IN (SELECT value FROM json_each(?))'

export function createPhotoTable(database: DatabaseSync): PhotoTable {
  const insert = database.prepare('INSERT INTO item_photo (item_id, photo_id) VALUES (?, ?)')
  const forget = database.prepare('DELETE FROM item_photo WHERE item_id = ?')
  const used = database.prepare(usedQuery)

  function add(item: Item): void {
    for (const photoId of photoIdsOf(item)) insert.run(item.id, photoId)
  }

  return {
    add,
    replace(before, after) {
      if (photoIdsOf(before).length > 0) forget.run(before.id)
      add(after)
    },
    usedOf: (ids) => new Set(used.all(JSON.stringify(ids)).map((row) => row['photo_id'] as string)),
  }
}
