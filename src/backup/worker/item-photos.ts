import { openAnyVersionReadOnly } from '@stockinette/sqlite/database.ts'
import { readVersion } from '@stockinette/sqlite/inspection.ts'

/** What a backup must know of the items and the shop settings. */
export interface ItemPhotos {
  /** How many items there are, hidden and removed ones included. */
  readonly items: number
  /** The photos that they and the settings use, each once. */
  readonly photoIds: readonly string[]
}

/** `item_photo` exists from this version on. */
export const firstWithPhotoTable = 3

/** `settings_photo` exists from this version on. */
const firstWithSettings = 6

/**
 * Reads the database of the items, of any version.
 *
 * @throws StartError when it cannot be read.
 */
export function readItemPhotos(file: string): ItemPhotos {
  using database = openAnyVersionReadOnly(file)
  const version = readVersion(database)
  if (version === 0) return { items: 0, photoIds: [] }
  const { items } = database.prepare('SELECT count(*) AS items FROM item').get() as { items: number }
  const queries = [
    version < firstWithPhotoTable
      ? "SELECT substr(image_url, 9, 32) AS id FROM item WHERE image_url LIKE '/photos/%'"
      : 'SELECT photo_id AS id FROM item_photo',
    ...(version < firstWithSettings ? [] : ['SELECT photo_id AS id FROM settings_photo']),
  ]
  return {
    items,
    photoIds: database
      .prepare(`SELECT DISTINCT id FROM (${queries.join(' UNION ')})`)
      .all()
      .map(({ id }) => String(id)),
  }
}
