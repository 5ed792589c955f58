import type { Cursor } from '../../../domain/catalogue/catalogue-query.ts'
import type { Match } from '../match.ts'
import { placeOf, positionAt, type Position } from '../position.ts'
import type { Statements } from '../statements.ts'

/** A page of positions, in the order in which they are shown. */
export interface FoundPage {
  readonly positions: readonly Position[]
  readonly previous: Cursor | null
  readonly next: Cursor | null
}

export const emptyPage: FoundPage = { positions: [], previous: null, next: null }

/** Newest first. The cursor's key is a place, which a changed price does not change. */
export function findNewest(statements: Statements, match: Match, cursor: Cursor | null, limit: number): FoundPage {
  const read = (direction: Cursor['direction'], place: bigint | null, count: number) =>
    readNewest(statements, match, direction, place, count)
  const place = cursor && BigInt(cursor.key)
  const isBefore = cursor?.direction === 'before'
  const found = read(isBefore ? 'before' : 'after', place, limit + 1)
  const positions = found.slice(0, limit)
  if (isBefore) positions.reverse()
  const hasMore = found.length > limit
  const first = positions[0] === undefined ? (place ?? 0n) - (isBefore ? 0n : 1n) : placeOf(positions[0])
  const last = positions.at(-1) === undefined ? (place ?? 0n) + (isBefore ? 1n : 0n) : placeOf(positions.at(-1) ?? 0n)
  const hasPrevious = isBefore ? hasMore : place !== null && read('before', first, 1).length > 0
  const hasNext = isBefore ? read('after', last, 1).length > 0 : hasMore
  return {
    positions,
    previous: hasPrevious ? { direction: 'before', key: String(first) } : null,
    next: hasNext ? { direction: 'after', key: String(last) } : null,
  }
}

/** @param place `null` for the end of the list. @returns the nearest first. */
export function readNewest(
  statements: Statements,
  { sql, values }: Match,
  direction: Cursor['direction'],
  place: bigint | null,
  count: number,
): Position[] {
  const [condition, order] = direction === 'after' ? ['rowid < ?', 'DESC'] : ['rowid >= ?', 'ASC']
  const bound = direction === 'after' ? place : place === null ? null : place + 1n
  const range = bound === null ? [] : [clamp(positionAt(bound))]
  const from = `SELECT rowid FROM item_terms WHERE ${sql}${bound === null ? '' : ` AND ${condition}`}`
  return statements
    .all<[Position]>(`${from} ORDER BY rowid ${order} LIMIT ?`, ...values, ...range, count)
    .map(([position]) => position)
}

/** Keys of cursors come from addresses, and may be any 64-bit number. */
export function clamp(position: bigint): bigint {
  const limit = 2n ** 63n - 1n
  return position > limit ? limit : position < -limit ? -limit : position
}
