import type { Cursor } from '../../../domain/catalogue/catalogue-query.ts'
import { withFacet, type Match } from '../match.ts'
import { noPriceCode, placeOf, priceCode, type Position } from '../position.ts'
import type { Statements } from '../statements.ts'
import { readNewest, type FoundPage } from './newest-page.ts'

/** A place in the list: a price, and a place among items with that price. */
interface PricedPlace {
  /** `null` for those without a price. */
  readonly cents: number | null
  readonly place: bigint
}

interface PricedItem extends PricedPlace {
  readonly position: Position
}

/** How many items match, by the code of their price. */
export interface PriceCounts {
  readonly total: number
  readonly byCode: Uint32Array
}

/** Reads all matches once: SQLite writes a list of codes four times as fast as it groups them. */
export function countByPrice(statements: Statements, { sql, values }: Match): PriceCounts {
  const query = `SELECT count(*), group_concat(rowid & ${noPriceCode}) FROM item_terms WHERE ${sql}`
  const [total = 0n, codes = null] = statements.first<[bigint, string | null]>(query, ...values) ?? []
  const byCode = new Uint32Array(noPriceCode + 1)
  let code = 0
  for (let index = 0; index <= (codes?.length ?? -1); index += 1) {
    const digit = (codes?.charCodeAt(index) ?? 0) - digitZero
    if (digit >= 0) {
      code = code * 10 + digit
    } else {
      byCode[code] = (byCode[code] ?? 0) + 1
      code = 0
    }
  }
  return { total: Number(total), byCode }
}

/** The code of the character `0`. It is higher than that of a comma. */
const digitZero = 48

/** A list in the order of prices. */
interface PriceList {
  readonly statements: Statements
  readonly match: Match
  readonly counts: PriceCounts
  readonly isDescending: boolean
}

/** In the order of prices, then newest first. Items without a price are last. */
export function findByPrice(list: PriceList, cursor: Cursor | null, limit: number): FoundPage {
  const isBefore = cursor?.direction === 'before'
  const from = cursor && readKey(cursor.key)
  const found = read(list, from, isBefore, limit + 1)
  const page = found.slice(0, limit)
  if (isBefore) page.reverse()
  const [first = from, last = from] = [page[0], page.at(-1)]
  const hasMore = found.length > limit
  const isBeyond = (place: PricedPlace | null, backward: boolean) =>
    place !== null && from !== null && read(list, place, backward, 1).length > 0
  const hasPrevious = isBefore ? hasMore : isBeyond(first, true)
  const hasNext = isBefore ? isBeyond(last, false) : hasMore
  return {
    positions: page.map(({ position }) => position),
    previous: hasPrevious && first ? { direction: 'before', key: writeKey(first) } : null,
    next: hasNext && last ? { direction: 'after', key: writeKey(last) } : null,
  }
}

/**
 * Reads from a place on, in either direction. The counts say which codes have matches. Those with one code are read price by
 * price, newest first, by the term of the price: nothing needs to be sorted, however many have the same price.
 */
function read(list: PriceList, from: PricedPlace | null, isBackward: boolean, count: number): PricedItem[] {
  const codes = codesFrom(list, from, isBackward)
  const found: PricedItem[] = []
  for (const [index, code] of codes.entries()) {
    if (found.length >= count) break
    const start = from !== null && priceCode(from.cents) === code ? from : null
    const prices = pricesWith(list, code, start, isBackward)
    const page = { isBackward, count: count - found.length }
    if (code !== noPriceCode && isScattered(prices.length, list.counts.byCode[code] ?? 0, page.count)) {
      const others = codes.slice(index)
      const priced = others.filter((each) => each !== noPriceCode)
      found.push(...readScattered(list, priced, start, page))
      const unpriced = others.length > priced.length ? pricesWith(list, noPriceCode, null, isBackward) : []
      found.push(...walkPrices(list, unpriced, null, page))
      break
    }
    found.push(...walkPrices(list, prices, start, page))
  }
  return found.slice(0, count)
}

interface Price {
  readonly cents: number | null
  readonly facet: number
}

/** How many are read, and in which direction. */
interface PageSize {
  readonly isBackward: boolean
  readonly count: number
}

function walkPrices(
  { statements, match }: PriceList,
  prices: readonly Price[],
  from: PricedPlace | null,
  { isBackward, count }: PageSize,
): PricedItem[] {
  const found: PricedItem[] = []
  for (const { cents, facet } of prices) {
    if (found.length >= count) break
    const place = from !== null && from.cents === cents ? from.place : null
    const direction = isBackward ? 'before' : 'after'
    const positions = readNewest(statements, withFacet(match, facet), direction, place, count - found.length)
    found.push(...positions.map((position) => ({ position, cents, place: placeOf(position) })))
  }
  return found
}

/** How many prices are read one by one for a page: each evaluates the query again, which takes longest for words. */
const maxWalked = 2

/** As many matches as are read and sorted in two or three milliseconds. */
const maxSorted = 5_000

/** Whether sorting the matches is faster than reading them price by price, as each price has few. */
function isScattered(prices: number, matches: number, wanted: number): boolean {
  return (prices * wanted) / matches > maxWalked && matches <= Math.max(maxSorted, prices)
}

/** Reads where prices have few matches: all matches with the next codes, and sorts them. */
function readScattered(
  { statements, match, counts, isDescending }: PriceList,
  codes: readonly number[],
  from: PricedPlace | null,
  { isBackward, count }: PageSize,
): PricedItem[] {
  let matches = 0
  // Of the first code, some may be on the other side of the place.
  const last = codes.find((code, index) => index > 0 && (matches += counts.byCode[code] ?? 0) >= count) ?? codes.at(-1)
  const ends = [codes[0] ?? 0, last ?? 0].toSorted((a, b) => a - b)
  const sql = `SELECT position, price_cents FROM
      (SELECT rowid AS found FROM item_terms WHERE ${match.sql} AND (rowid & ${noPriceCode}) BETWEEN ? AND ?)
    CROSS JOIN indexed_item ON position = found`
  const rows = statements.all<[Position, bigint | null]>(sql, ...match.values, ...ends)
  const compare = (a: PricedPlace, b: PricedPlace) => {
    const order = comparePrices(a.cents, b.cents, isDescending) || Number(b.place - a.place)
    return isBackward ? -order : order
  }
  return rows
    .map(([position, cents]) => ({ position, cents: cents === null ? null : Number(cents), place: placeOf(position) }))
    .filter((item) => from === null || compare(item, from) > 0)
    .toSorted(compare)
    .slice(0, count)
}

function comparePrices(a: number | null, b: number | null, isDescending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return isDescending ? b - a : a - b
}

/** The codes that have matches, in the order of the list. */
function codesFrom({ counts, isDescending }: PriceList, from: PricedPlace | null, isBackward: boolean): number[] {
  const codes = [...counts.byCode.keys()].slice(0, noPriceCode)
  if (isDescending) codes.reverse()
  codes.push(noPriceCode)
  if (isBackward) codes.reverse()
  const first = from === null ? 0 : codes.indexOf(priceCode(from.cents))
  return codes.slice(first).filter((code) => (counts.byCode[code] ?? 0) > 0)
}

/** The prices with a code, in the order of the list, from a place on. */
function pricesWith(
  { statements, isDescending }: PriceList,
  code: number,
  from: PricedPlace | null,
  isBackward: boolean,
): Price[] {
  const isAscending = isDescending === isBackward
  const first = from?.cents ?? (isAscending || code === noPriceCode ? -1 : Number.MAX_SAFE_INTEGER)
  const sql = `SELECT price_cents, facet FROM price_count
    WHERE code = ? AND count > 0 AND price_cents ${isAscending ? '>=' : '<='} ?
    ORDER BY price_cents ${isAscending ? 'ASC' : 'DESC'}`
  const rows = statements.all<[bigint, bigint]>(sql, code, first)
  return rows.map(([cents, facet]) => ({ cents: cents < 0n ? null : Number(cents), facet: Number(facet) }))
}

/** A missing price is -1 in a key. */
function writeKey({ cents, place }: PricedPlace): string {
  return `${cents ?? -1}.${place}`
}

function readKey(key: string): PricedPlace {
  const [cents = '', place = ''] = key.split('.')
  const price = Number(cents)
  return { cents: price < 0 ? null : Math.min(price, Number.MAX_SAFE_INTEGER), place: BigInt(place) }
}
