import type { Item } from '../../domain/item.ts'

/**
 * The row id of an item in the index, a 64-bit number: when it was added in milliseconds, a tie-breaker, and a code of its
 * price. In the order of these numbers, items are in the order in which they were added.
 */
export type Position = bigint

const codeBits = 10n
const tieBits = 10n
const timeBits = codeBits + tieBits

/** The code of an item without a price: the highest, so it also masks the code in a position. */
export const noPriceCode = 1023

/** How many codes there are from a price to the double price: 0 to 1,016 for prices that an item can have. */
const codesPerOctave = 34

/** Times that are further from 1970, in about the year 2200, do not fit into a position, and count as this one. */
const furthestMs = 7_258_000_000_000

/** Grows with the price, and is equal for prices that differ by less than about 2 %. */
export function priceCode(cents: number | null): number {
  if (cents === null) return noPriceCode
  return Math.min(noPriceCode - 1, Math.floor(Math.log2(1 + cents / 100) * codesPerOctave))
}

/** The lowest position of a millisecond. */
export function firstPosition({ createdAt }: Pick<Item, 'createdAt'>): Position {
  const ms = Math.min(furthestMs, Math.max(-furthestMs, createdAt.getTime()))
  return BigInt(ms) << timeBits
}

/** The lowest position of the next millisecond. */
export function nextMillisecond(position: Position): Position {
  return ((position >> timeBits) + 1n) << timeBits
}

/** A position without its price code: it stays the same as long as the item exists, and is the key of cursors. */
export function placeOf(position: Position): bigint {
  return position >> codeBits
}

/** The lowest position of a place. */
export function positionAt(place: bigint): Position {
  return place << codeBits
}

export function withPrice(position: Position, cents: number | null): Position {
  return positionAt(placeOf(position)) + BigInt(priceCode(cents))
}
