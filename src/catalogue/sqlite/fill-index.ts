import type { DatabaseSync } from 'node:sqlite'

import { inTransaction } from '@stockinette/sqlite/transaction.ts'
import type { UpgradeLog } from '@stockinette/sqlite/upgrade-copy.ts'

import { createIndexTables, indexVersion, mergeSegments } from '../search/index-schema.ts'
import { IndexWriter, type IndexedChange } from '../search/index-writer.ts'
import { storedColumns, toStoredItem, type StoredRow } from './item-row.ts'

/** How many items are in memory at once. */
const batchSize = 500

/**
 * Fills the index from all items if it is of another version than this program's: in a new database, and in one of an
 * earlier version. In one transaction: an interrupted one is done again.
 */
export function fillOutdatedIndex(database: DatabaseSync, log?: UpgradeLog): void {
  const version = database.prepare('SELECT version FROM search_index WHERE one = 1')
  if (version.get()?.['version'] === indexVersion) return
  const startedAt = performance.now()
  const count = inTransaction(database, () => {
    createIndexTables(database)
    database.prepare('UPDATE search_index SET version = ?').run(indexVersion)
    return fill(database)
  })
  if (count === 0) return
  log?.info({ items: count, ms: Math.round(performance.now() - startedAt) }, 'The index of the catalogue was filled.')
}

function fill(database: DatabaseSync): number {
  const writer = new IndexWriter(database)
  const sql = `SELECT ${storedColumns}, coalesce(changed_at, created_at) FROM item ORDER BY created_at, seq`
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  let count = 0
  let batch: IndexedChange[] = []
  for (const row of statement.iterate() as unknown as Iterable<[...StoredRow, changedAt: number]>) {
    batch.push({ after: toStoredItem(row.slice(0, -1) as StoredRow), changedAt: new Date(row.at(-1) as number) })
    if (batch.length < batchSize) continue
    writer.write(batch)
    count += batch.length
    batch = []
  }
  writer.write(batch)
  mergeSegments(database)
  return count + batch.length
}
