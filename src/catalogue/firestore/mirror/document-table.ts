import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

import type { ManagedItem } from '../../../domain/item-state.ts'
import { toManagedItem, type ItemDocument } from '../item-document.ts'

/**
 * `listed_at`, `added_at` and `updated_at` are those of `ItemDocument`: real numbers, as other programs may write times that
 * a whole number of JavaScript cannot have. `indexed`: whether the index has the item.
 */
const tables = `
  CREATE TABLE document (
    id TEXT PRIMARY KEY,
    listed_at REAL NOT NULL,
    added_at REAL NOT NULL,
    updated_at REAL NOT NULL,
    removed_at REAL,
    indexed INTEGER NOT NULL,
    item TEXT NOT NULL
  ) STRICT;

  CREATE INDEX document_by_time ON document (listed_at, added_at, id);
  CREATE INDEX document_by_removal ON document (removed_at) WHERE removed_at IS NOT NULL;
  CREATE INDEX document_to_index ON document (listed_at, added_at, id) WHERE indexed = 0;`

const columns = 'item, listed_at, updated_at, indexed'

type Row = readonly [item: string, listedAt: number, updatedAt: number, indexed: number]

/** An item of the table. */
export interface MirroredItem {
  readonly item: ManagedItem
  readonly listedAt: number
  readonly updatedAt: number
  readonly isIndexed: boolean
}

/** The documents of all items, as JSON, in a database in memory. */
export class DocumentTable {
  readonly #query: ReturnType<typeof prepare>

  constructor(database: DatabaseSync) {
    database.exec(tables)
    this.#query = prepare(database)
  }

  find(id: string): MirroredItem | undefined {
    const row = this.#query.find.get(id)
    return row && toMirroredItem(row as unknown as Row)
  }

  /** Inserts a document, or replaces it. */
  put(document: ItemDocument, isIndexed: boolean): void {
    const { id } = document.item
    const { listedAt, addedAt, updatedAt } = document
    const removedAt = document.removedAt?.getTime() ?? null
    const values = [listedAt, addedAt, updatedAt, removedAt, Number(isIndexed), toText(document)]
    if (Number(this.#query.update.run(...values, id).changes) === 0) this.#query.insert.run(...values, id)
  }

  delete(id: string): void {
    this.#query.delete.run(id)
  }

  /** Takes items that the index does not have, in the order in which they were added, at most `limit`. It has them then. */
  takeUnindexed(limit: number): MirroredItem[] {
    const items = this.#all(this.#query.unindexed, limit)
    for (const { item } of items) this.#query.markIndexed.run(item.id)
    return items
  }

  /** Ids in their order, from after this one on; at most `limit`. */
  idsAfter(id: string, limit: number): string[] {
    return this.#ids(this.#query.idsAfter, id, limit)
  }

  /** The ids of items that were removed before this time. */
  removedBefore(time: Date): string[] {
    return this.#ids(this.#query.removedBefore, time.getTime())
  }

  /** The oldest items; at most `limit`. */
  oldest(limit: number): MirroredItem[] {
    return limit > 0 ? this.#all(this.#query.oldest, limit) : []
  }

  #ids(statement: StatementSync, ...values: SQLInputValue[]): string[] {
    return (statement.all(...values) as unknown as (readonly [string])[]).map(([id]) => id)
  }

  #all(statement: StatementSync, ...values: SQLInputValue[]): MirroredItem[] {
    return (statement.all(...values) as unknown as Row[]).map(toMirroredItem)
  }
}

function prepare(database: DatabaseSync) {
  const oldestFirst = 'ORDER BY listed_at, added_at, id LIMIT ?'
  const queries = {
    find: `SELECT ${columns} FROM document WHERE id = ?`,
    insert: `INSERT INTO document (listed_at, added_at, updated_at, removed_at, indexed, item, id)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    update: `UPDATE document SET listed_at = ?, added_at = ?, updated_at = ?, removed_at = ?, indexed = ?, item = ?
      WHERE id = ?`,
    markIndexed: 'UPDATE document SET indexed = 1 WHERE id = ?',
    delete: 'DELETE FROM document WHERE id = ?',
    unindexed: `SELECT ${columns} FROM document WHERE indexed = 0 ${oldestFirst}`,
    idsAfter: 'SELECT id FROM document WHERE id > ? ORDER BY id LIMIT ?',
    removedBefore: 'SELECT id FROM document WHERE removed_at < ?',
    oldest: `SELECT ${columns} FROM document ${oldestFirst}`,
  }
  const prepared = Object.entries(queries).map(([name, sql]) => {
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    // Each write also returns the last row id of the database, which may be a position in the index: those need 64 bits.
    statement.setReadBigInts(!sql.startsWith('SELECT'))
    return [name, statement] as const
  })
  return Object.fromEntries(prepared) as Record<keyof typeof queries, StatementSync>
}

function toText(document: ItemDocument): string {
  const { version: _, ...item } = toManagedItem(document)
  return JSON.stringify(item)
}

function toMirroredItem([text, listedAt, updatedAt, indexed]: Row): MirroredItem {
  const { createdAt, removedAt, ...item } = JSON.parse(text) as ManagedItem
  const times = { createdAt: new Date(createdAt), removedAt: removedAt && new Date(removedAt) }
  return { item: { ...item, ...times, version: String(updatedAt) }, listedAt, updatedAt, isIndexed: indexed === 1 }
}
