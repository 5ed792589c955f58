import { noPriceCode, priceCode } from './position.ts'
import type { Statements } from './statements.ts'

/** The items within a range of prices. */
export interface PriceRange {
  readonly sql: string
  readonly values: readonly (bigint | number)[]
  /** Facets of prices outside of the range that have the code of one of its ends. */
  readonly excluded: readonly number[]
}

/** Other prices that have the code of an end of the range, and are left out by their terms. */
const maxExcluded = 32

/**
 * Prices whose codes are strictly within the range need no look at the item. Of those with the code of an end, the
 * commonest that are outside are excluded by their terms, and only if there are others, each price is looked up.
 *
 * @param min in rupees, as `max`.
 * @returns `undefined` if the range is empty.
 */
export function matchPriceRange(
  statements: Statements,
  min: number | null,
  max: number | null,
): PriceRange | undefined {
  const lowest = (min ?? 0) * 100
  const highest = max === null ? Number.MAX_SAFE_INTEGER : max * 100
  if (lowest > highest) return undefined
  const ends = [priceCode(lowest), max === null ? noPriceCode - 1 : priceCode(highest)] as const
  const values = [...ends, lowest, highest, maxExcluded + 1]
  const excluded = statements.all<[bigint]>(pricesOutside, ...values).map(([facet]) => Number(facet))
  const code = `(rowid & ${noPriceCode})`
  const codes = `${code} BETWEEN ? AND ?`
  if (excluded.length <= maxExcluded) return { sql: codes, values: ends, excluded }
  const price = `(SELECT price_cents FROM indexed_item WHERE position = item_terms.rowid)`
  const sql = `${codes} AND (${code} NOT IN (?, ?) OR ${price} BETWEEN ? AND ?)`
  return { sql, values: [...ends, ...ends, lowest, highest], excluded: excluded.slice(0, maxExcluded) }
}

const pricesOutside = `SELECT facet FROM price_count
  WHERE code IN (?, ?) AND count > 0 AND price_cents NOT BETWEEN ? AND ? ORDER BY count DESC LIMIT ?`
