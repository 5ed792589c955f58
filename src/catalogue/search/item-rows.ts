import { categoryKey } from '../../domain/catalogue/category.ts'
import { splitFacet } from '../../domain/catalogue/facets.ts'
import type { StoredItem } from '../../domain/item-state.ts'
import { FacetColumn, withRoom } from './facet-column.ts'
import { statesOf } from './item-states.ts'
import { lowerBound } from './lower-bound.ts'

/**
 * Where an item stands among all items, by the time when it was added: its millisecond since 1970, times 1,024, and a number
 * below 1,024 that orders the items of one millisecond. It is a whole number, and stays the same as long as the index does.
 */
export type ListedAt = number

const stepsPerMillisecond = 1_024

/** Times that are further from 1970, in about the year 2200, count as this one: what a later one is listed at is not exact. */
const furthestMs = 7_258_000_000_000

/** What the index knows of each item apart from its words, in columns. The number of a row stays the same. */
export class ItemRows {
  readonly #rows = new Map<string, number>()
  readonly #ids: string[] = []
  #free: number[] = []
  listedAt = new Float64Array(64)
  /** Prices in cents; `NaN` for none. */
  cents = new Float64Array(64)
  #changedAt = new Float64Array(64)
  /** See `stateBits`. */
  states = new Uint16Array(64)
  /** All rows, the oldest first. Only the first `size` are used. */
  #order = new Uint32Array(64)
  readonly facets = {
    category: new FacetColumn((text) => [{ key: categoryKey(text), name: text }]),
    size: new FacetColumn(splitFacet),
    color: new FacetColumn(splitFacet),
  } as const

  /** The number of items. */
  get size(): number {
    return this.#rows.size
  }

  /** Rows have numbers below this. */
  get end(): number {
    return this.#ids.length
  }

  /** All rows, the oldest first. It is valid until the next change, as all columns are. */
  get order(): Uint32Array {
    return this.#order.subarray(0, this.size)
  }

  find(id: string): number | undefined {
    return this.#rows.get(id)
  }

  idOf(row: number): string {
    return this.#ids[row] ?? ''
  }

  /** The id of the item that is listed at this. */
  idAt(listedAt: ListedAt): string {
    return this.idOf(this.#order[this.firstAtLeast(listedAt)] ?? 0)
  }

  changedAtOf(row: number): Date {
    return new Date(this.#changedAt[row] ?? 0)
  }

  /**
   * Adds an item, or brings its row up to date.
   *
   * @param tie its number among the items of its millisecond, if that is free; after all of them if left out.
   */
  set(item: StoredItem, changedAt: Date, tie?: number): number {
    const row = this.#rows.get(item.id) ?? this.#add(item, tie)
    this.cents[row] = item.price === null ? Number.NaN : Math.round(item.price * 100)
    this.#changedAt[row] = changedAt.getTime()
    this.states[row] = statesOf(item)
    this.facets.category.set(row, item.category)
    this.facets.size.set(row, item.size ?? '')
    this.facets.color.set(row, item.color ?? '')
    return row
  }

  delete(row: number): void {
    const at = this.firstAtLeast(this.listedAt[row] ?? 0)
    this.#order.copyWithin(at, at + 1, this.size)
    this.#rows.delete(this.idOf(row))
    this.#ids[row] = ''
    this.states[row] = 0
    this.#free.push(row)
  }

  /** The index in `order` of the first row that is listed at this or later. */
  firstAtLeast(listedAt: ListedAt): number {
    return lowerBound(this.size, (index) => this.#listedAtOf(index) < listedAt)
  }

  #add(item: StoredItem, tie?: number): number {
    const listedAt = this.#freeTime(item.createdAt, tie)
    const row = this.#free.pop() ?? this.#ids.push('') - 1
    if (row >= this.listedAt.length) {
      this.listedAt = withRoom(this.listedAt, row)
      this.cents = withRoom(this.cents, row)
      this.#changedAt = withRoom(this.#changedAt, row)
      this.states = withRoom(this.states, row)
      this.#order = withRoom(this.#order, row)
    }
    const at = this.firstAtLeast(listedAt)
    this.#order.copyWithin(at + 1, at, this.size)
    this.#order[at] = row
    this.listedAt[row] = listedAt
    this.#ids[row] = item.id
    this.#rows.set(item.id, row)
    return row
  }

  /** After all items of its millisecond, or in a later one if that is full. */
  #freeTime(createdAt: Date, tie?: number): ListedAt {
    const ms = Math.min(furthestMs, Math.max(-furthestMs, createdAt.getTime()))
    let from = ms * stepsPerMillisecond
    if (tie !== undefined && this.#listedAtOf(this.firstAtLeast(from + tie)) !== from + tie) return from + tie
    for (;;) {
      const end = from + stepsPerMillisecond
      const last = this.#listedAtOf(this.firstAtLeast(end) - 1)
      const free = last >= from ? last + 1 : from
      if (free < end) return free
      from = end
    }
  }

  /** `NaN` beyond the ends. */
  #listedAtOf(index: number): ListedAt {
    const row = index < this.size ? this.#order[index] : undefined
    return row === undefined ? Number.NaN : (this.listedAt[row] ?? 0)
  }
}
