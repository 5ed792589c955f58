import type { DatabaseSync } from 'node:sqlite'

import { inTransaction } from '@stockinette/sqlite/transaction.ts'

import type { StoredItem } from '../../domain/item-state.ts'
import { FacetCountChanges, type FindItem } from './facet-counts.ts'
import { facetTerm, unseenTerm, wordsOf } from './index-terms.ts'
import { facetNumbers, FacetNumbers, priceCents, type ItemFacets } from './item-facets.ts'
import { firstPosition, nextMillisecond, placeOf, positionAt, withPrice, type Position } from './position.ts'
import { Statements } from './statements.ts'
import { VocabularyWriter } from './vocabulary.ts'

/** What happens to an item. */
export interface IndexedChange {
  /** As it was; left out if it is new. */
  readonly before?: StoredItem | undefined
  /** As it is; left out if it is deleted. */
  readonly after?: StoredItem | undefined
  readonly changedAt: Date
  /** Its place among the items of its millisecond, from 0 to 999, if that is free; after all of them if left out. */
  readonly tie?: number
}

/** Keeps the index equal to the items. Works in the transaction that changes them. */
export class IndexWriter {
  readonly #database: DatabaseSync
  readonly #statements: Statements
  readonly #findItem: FindItem
  readonly #facets: FacetNumbers
  readonly #vocabulary: VocabularyWriter

  /** @param findItem reads an item as it is, also in a transaction; left out where items are only added. */
  constructor(database: DatabaseSync, findItem: FindItem = () => undefined) {
    database.exec('CREATE TEMP TABLE IF NOT EXISTS small_row_id (one INTEGER PRIMARY KEY)')
    this.#database = database
    this.#statements = new Statements(database)
    this.#findItem = findItem
    this.#facets = new FacetNumbers(this.#statements)
    this.#vocabulary = new VocabularyWriter(this.#statements)
  }

  /** Runs `work`, which writes items and calls `write`, in one transaction. If it throws, nothing is written. */
  inTransaction<T>(work: () => T): T {
    try {
      return inTransaction(this.#database, work)
    } catch (error) {
      this.#facets.forget()
      this.#vocabulary.forget()
      this.#resetLastRowId()
      throw error
    }
  }

  /** Call it in `inTransaction`, once the items are written. Items that are new are in the order in which they are added. */
  write(changes: readonly IndexedChange[]): void {
    const counts = new FacetCountChanges(this.#statements, this.#findItem)
    for (const { before, after, changedAt, tie } of changes) {
      const old = before && this.#remove(before)
      if (before && old !== undefined) counts.count(this.#facets.facetsOf(before), old, -1, changedAt.getTime())
      if (after === undefined) continue
      const facets = this.#facets.facetsOf(after)
      const position = this.#insert(after, facets, old ?? this.#freePosition(after, tie), changedAt)
      counts.count(facets, position, 1, changedAt.getTime())
    }
    counts.write()
    this.#resetLastRowId()
  }

  /**
   * Every `run` of any statement of the connection also reads the row id that was inserted last, and fails if JavaScript's
   * numbers do not reach it, as with positions. A trigger would keep them from it, but FTS5 writes its memory to disk with each
   * statement of one, which triples the cost of an item.
   */
  #resetLastRowId(): void {
    this.#statements.run('INSERT OR REPLACE INTO temp.small_row_id (one) VALUES (1)')
  }

  #remove(item: StoredItem): Position | undefined {
    const from = firstPosition(item)
    const position = this.#statements.first<[Position]>(findPosition, from, from + furthestTie, item.id)?.[0]
    if (position === undefined) return undefined
    this.#statements.run('DELETE FROM item_terms WHERE rowid = ?', position)
    this.#statements.run('DELETE FROM indexed_item WHERE position = ?', position)
    return position
  }

  /** @param free a position with its place: that before the change, if there was one. */
  #insert(item: StoredItem, facets: ItemFacets, free: Position, changedAt: Date): Position {
    const cents = priceCents(item)
    const position = withPrice(free, cents)
    const visible = Number(facets.isVisible)
    const words = wordsOf(item)
    const wordTerms = facets.isVisible ? words : Array.from(words, unseenTerm)
    const terms = [...facetNumbers(facets).map(facetTerm), ...wordTerms].join(' ')
    this.#statements.run(insertItem, position, item.id, cents, visible, changedAt.getTime())
    this.#statements.run('INSERT INTO item_terms (rowid, terms) VALUES (?, ?)', position, terms)
    this.#vocabulary.add(words)
    return position
  }

  /** After all items of its millisecond, or in a later one if that is full. */
  #freePosition(item: StoredItem, tie?: number): Position {
    let from = firstPosition(item)
    if (tie !== undefined) {
      const wanted = placeOf(from) + BigInt(tie)
      if (this.#statements.first(lastPosition, positionAt(wanted), positionAt(wanted + 1n)) === undefined) {
        return positionAt(wanted)
      }
    }
    for (;;) {
      const end = nextMillisecond(from)
      const last = this.#statements.first<[Position]>(lastPosition, from, end)?.[0]
      const free = last === undefined ? from : positionAt(placeOf(last) + 1n)
      if (free < end) return free
      from = end
    }
  }
}

/** An item is found within a second of its time, however many were added in the same millisecond: a million. */
const furthestTie = 1_000n << 20n

const findPosition = 'SELECT position FROM indexed_item WHERE position >= ? AND position < ? AND id = ? LIMIT 1'
const lastPosition = `SELECT position FROM indexed_item WHERE position >= ? AND position < ?
  ORDER BY position DESC LIMIT 1`
const insertItem = `INSERT INTO indexed_item (position, id, price_cents, visible, changed_at)
  VALUES (?, ?, ?, ?, ?)`
