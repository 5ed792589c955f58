import type { Cursor } from '../../../domain/catalogue/catalogue-query.ts'
import { withFacet, type Match } from '../match.ts'
import { noPriceCode, placeOf, positionAt, priceCode, type Position } from '../position.ts'
import type { Statements } from '../statements.ts'
import { clamp, type FoundPage } from './newest-page.ts'

/** Where a page begins: the price and the place of the item next to it. */
interface PriceCursor {
  /** `null` after all prices. */
  readonly cents: number | null
  readonly place: bigint
}

interface PricedPosition {
  readonly position: Position
  readonly cents: number | null
}

/** The most prices with one code whose items are read price by price, which needs no sorting. */
const maxWalkedPrices = 32

/**
 * Reads items in the order of their prices, in either direction, those without one at the end of the list. Codes are in
 * the order of prices, so only items with the code of the page's beginning or end need to be looked at for their price.
 */
class PriceOrder {
  readonly #statements: Statements
  readonly #match: Match
  /** SQL that grows in the order of the list: codes, and prices with one code. */
  readonly #code: string
  readonly #isDescending: boolean
  /** Whether the list is read from its end. */
  readonly #isBackward: boolean

  constructor(statements: Statements, match: Match, order: { isDescending: boolean; isBackward: boolean }) {
    this.#statements = statements
    this.#match = match
    this.#isDescending = order.isDescending
    this.#isBackward = order.isBackward
    // Without a price, both are 1023: last.
    this.#code = order.isDescending ? '((1022 - rowid) & 1023)' : '(rowid & 1023)'
  }

  read(cursor: PriceCursor | null, limit: number): PricedPosition[] {
    const start = cursor && this.#codeOf(cursor.cents)
    const found = cursor ? this.#readCode(priceCode(cursor.cents), limit, cursor) : []
    if (found.length === limit) return found
    const end = this.#codeAt(start, limit - found.length - 1)
    found.push(...this.#readBetween(start, end))
    if (end === undefined) return found
    return [...found, ...this.#readCode(this.#toPriceCode(end), limit - found.length, null)]
  }

  /** As SQL's `#code`. */
  #codeOf(cents: number | null): number {
    return this.#toPriceCode(priceCode(cents))
  }

  /** Between a price's code and the one that grows in the order of the list. */
  #toPriceCode(code: number): number {
    return this.#isDescending ? (noPriceCode - 1 - code) & noPriceCode : code
  }

  /** The code of the item after `offset` others, beyond a code. */
  #codeAt(start: number | null, offset: number): number | undefined {
    const { condition, values } = this.#beyond(start)
    const sql = `SELECT ${this.#code} AS code FROM item_terms WHERE ${condition}
      ORDER BY code ${this.#isBackward ? 'DESC' : 'ASC'} LIMIT 1 OFFSET ?`
    const row = this.#statements.first<[bigint]>(sql, ...values, offset)
    return row && Number(row[0])
  }

  /** All items with codes between two, without them: fewer than a page. */
  #readBetween(start: number | null, end: number | undefined): PricedPosition[] {
    const { condition, values } = this.#beyond(start)
    const ends = end === undefined ? [] : [end]
    const limit = end === undefined ? '' : ` AND ${this.#code} ${this.#isBackward ? '>' : '<'} ?`
    return this.#readSorted(`${condition}${limit}`, [...values, ...ends])
  }

  #beyond(start: number | null) {
    const { sql, values } = this.#match
    if (start === null) return { condition: sql, values: [...values] }
    const operator = this.#isBackward ? '<' : '>'
    return { condition: `${sql} AND ${this.#code} ${operator} ?`, values: [...values, start] }
  }

  #readSorted(condition: string, values: readonly (string | bigint | number)[], limit = -1): PricedPosition[] {
    const sql = `SELECT position, price_cents FROM
        (SELECT rowid AS found FROM item_terms WHERE ${condition}) CROSS JOIN indexed_item ON position = found
      ORDER BY ${this.#priceOrder} LIMIT ?`
    return this.#statements
      .all<[Position, bigint | null]>(sql, ...values, limit)
      .map(([position, cents]) => ({ position, cents: cents === null ? null : Number(cents) }))
  }

  get #priceOrder(): string {
    const price = this.#isDescending === this.#isBackward ? 'ASC' : 'DESC'
    const isMissing = `price_cents IS NULL ${this.#isBackward ? 'DESC' : 'ASC'}`
    return `${isMissing}, price_cents ${price}, position ${this.#isBackward ? 'ASC' : 'DESC'}`
  }

  /** Items with one code, from a cursor on. */
  #readCode(code: number, limit: number, cursor: PriceCursor | null): PricedPosition[] {
    if (code === noPriceCode) return this.#readNewestOf(this.#match, null, limit, cursor, code)
    const prices = this.#pricesWith(code, cursor)
    if (prices.length > maxWalkedPrices) return this.#readUnwalked(code, limit, cursor)
    const found: PricedPosition[] = []
    for (const { cents, facet } of prices) {
      if (found.length >= limit) break
      const from = cursor?.cents === cents ? cursor : null
      found.push(...this.#readNewestOf(withFacet(this.#match, facet), cents, limit - found.length, from))
    }
    return found
  }

  #readNewestOf(
    { sql, values }: Match,
    cents: number | null,
    limit: number,
    cursor: PriceCursor | null,
    code?: number,
  ): PricedPosition[] {
    const ofCode = code === undefined ? '' : ` AND (rowid & 1023) = ${code}`
    const bound = cursor === null ? '' : ` AND rowid ${this.#isBackward ? '>=' : '<'} ?`
    const all = `SELECT rowid FROM item_terms WHERE ${sql}${ofCode}${bound}
      ORDER BY rowid ${this.#isBackward ? 'ASC' : 'DESC'} LIMIT ?`
    const place = cursor === null ? [] : [this.#bound(cursor)]
    return this.#statements.all<[Position]>(all, ...values, ...place, limit).map(([position]) => ({ position, cents }))
  }

  #bound({ place }: PriceCursor): bigint {
    return clamp(positionAt(this.#isBackward ? place + 1n : place))
  }

  #pricesWith(code: number, cursor: PriceCursor | null): { cents: number; facet: number }[] {
    const isAscending = this.#isDescending === this.#isBackward
    const from = cursor?.cents ?? (isAscending ? -1 : Number.MAX_SAFE_INTEGER)
    const sql = `SELECT price_cents, facet FROM price_count
      WHERE code = ? AND count > 0 AND price_cents ${isAscending ? '>=' : '<='} ?
      ORDER BY price_cents ${isAscending ? 'ASC' : 'DESC'} LIMIT ?`
    const rows = this.#statements.all<[bigint, bigint]>(sql, code, from, maxWalkedPrices + 1)
    return rows.map(([cents, facet]) => ({ cents: Number(cents), facet: Number(facet) }))
  }

  #readUnwalked(code: number, limit: number, cursor: PriceCursor | null): PricedPosition[] {
    const { sql, values } = this.#match
    const condition = `${sql} AND (rowid & 1023) = ${code}`
    if (cursor === null) return this.#readSorted(condition, values, limit)
    const isAscending = this.#isDescending === this.#isBackward
    const price = '(SELECT price_cents FROM indexed_item WHERE position = item_terms.rowid)'
    const beyond = `(${price}, ${this.#isBackward ? '' : '-'}(rowid >> 10))`
    const place = this.#isBackward ? cursor.place : -cursor.place
    const after = isAscending
      ? `${beyond} > (?, ?)`
      : `(-${price}, ${this.#isBackward ? '' : '-'}(rowid >> 10)) > (-?, ?)`
    return this.#readSorted(`${condition} AND ${after}`, [...values, cursor.cents ?? 0, place], limit)
  }
}

/** In the order of prices, then newest first. Items without a price are last. */
export function findByPrice(
  statements: Statements,
  match: Match,
  { cursor, isDescending }: { readonly cursor: Cursor | null; readonly isDescending: boolean },
  limit: number,
): FoundPage {
  const isBackward = cursor?.direction === 'before'
  const ordered = (backward: boolean) => new PriceOrder(statements, match, { isDescending, isBackward: backward })
  const start = cursor && readKey(cursor.key)
  const found = ordered(isBackward).read(start, limit + 1)
  const page = found.slice(0, limit)
  const hasMore = found.length > limit
  if (isBackward) page.reverse()
  const [first = start, last = start] = [page[0] && keyOf(page[0]), page.at(-1) && keyOf(page.at(-1))]
  const isBeyond = (backward: boolean, from: PriceCursor | null) =>
    start !== null && from !== null && ordered(backward).read(from, 1).length > 0
  const hasPrevious = isBackward ? hasMore : isBeyond(true, first)
  const hasNext = isBackward ? isBeyond(false, last) : hasMore
  return {
    positions: page.map(({ position }) => position),
    previous: hasPrevious && first !== null ? { direction: 'before', key: writeKey(first) } : null,
    next: hasNext && last !== null ? { direction: 'after', key: writeKey(last) } : null,
  }
}

function keyOf(priced: PricedPosition | undefined): PriceCursor | null {
  return priced === undefined ? null : { cents: priced.cents, place: placeOf(priced.position) }
}

/** A missing price is -1 in a key. */
function writeKey({ cents, place }: PriceCursor): string {
  return `${cents ?? -1}.${place}`
}

function readKey(key: string): PriceCursor {
  const [cents = '', place = ''] = key.split('.')
  const price = Number(cents)
  return { cents: price < 0 ? null : Math.min(price, Number.MAX_SAFE_INTEGER), place: BigInt(place) }
}
