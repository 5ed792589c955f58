import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import { openReadOnly } from '@stockinette/sqlite/database.ts'
import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'

import type { StoredItem } from '../../domain/item-state.ts'
import { storedColumns, toStoredItem, type StoredRow } from '../sqlite/item-row.ts'
import { itemsFile, migrations } from '../sqlite/shop-database.ts'
import type { ItemSource } from './transfer.ts'

const pageSize = 500

/**
 * Reads a snapshot of the items of a data folder, whether a shop is running on it or not. Locks and writes nothing.
 *
 * @param path the data folder. One without items is an empty source.
 * @throws StartError, from every method, if the file cannot be used.
 */
export function createSqliteSource(path: string): ItemSource {
  const file = join(path, itemsFile)
  return {
    async count() {
      if (!existsSync(file)) return 0
      using database = openReadOnly(file, migrations.length)
      return orStorageUnavailable(
        () => database.prepare('SELECT count(*) AS count FROM item').get()?.['count'] as number,
      )
    },
    async *all() {
      if (!existsSync(file)) return
      using database = openReadOnly(file, migrations.length)
      yield* pagesOf(database)
    },
  }
}

/** Uses one query for all items, so that they are a snapshot. */
function* pagesOf(database: DatabaseSync): Generator<readonly StoredItem[]> {
  const query = database.prepare(`SELECT ${storedColumns} FROM item ORDER BY created_at, seq`)
  query.setReturnArrays(true)
  const rows = query.iterate() as unknown as Iterator<StoredRow, undefined>
  const nextRow = () => orStorageUnavailable(() => rows.next())
  let page: StoredItem[] = []
  for (let row = nextRow(); !row.done; row = nextRow()) {
    page.push(toStoredItem(row.value))
    if (page.length < pageSize) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}
