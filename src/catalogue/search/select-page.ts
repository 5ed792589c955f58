import type { Cursor } from '../../domain/catalogue/catalogue-query.ts'
import type { ItemRows, ListedAt } from './item-rows.ts'

/** Where an item stands in a list: by a sort key, then the newest first. */
interface Position {
  readonly key: number
  readonly listedAt: ListedAt
}

/** An order of a list: it begins with the lowest key. */
export interface ListOrder {
  readonly keyOf: (row: number) => number
  /** No key is lower. */
  readonly lowestKey: number
  /** The key that a cursor has as this whole number; `-1` is that of an endless key. */
  readonly readKey: (number: number) => number
}

/** The items that match, in the order of a list. */
export interface MatchList {
  readonly rows: ItemRows
  readonly isMatch: (row: number) => boolean
  /** `undefined`: newest first. */
  readonly by: ListOrder | undefined
}

/** One page, in the order of the list. */
export interface SelectedPage {
  readonly page: readonly number[]
  readonly previous: Cursor | null
  readonly next: Cursor | null
}

/** Selects a page in one pass over the rows, however many match. */
export function selectPage(list: MatchList, cursor: Cursor | null, limit: number): SelectedPage {
  const from = cursor && readPosition(list, cursor.key)
  const isBefore = cursor?.direction === 'before'
  const found = take(list, isBefore ? 'before' : 'after', from, limit + 1)
  const hasMore = found.length > limit
  const page = found.slice(0, limit)
  if (isBefore) page.reverse()
  // An empty page is next to what the cursor stands at.
  const beside = from && { ...from, listedAt: from.listedAt + (isBefore ? 1 : -1) }
  const first = page[0] === undefined ? beside : positionOf(list, page[0])
  const lastRow = page.at(-1)
  const last = lastRow === undefined ? beside : positionOf(list, lastRow)
  const has = (direction: Cursor['direction'], position: Position | null) =>
    take(list, direction, position, 1).length > 0
  const hasPrevious = isBefore ? hasMore : from !== null && has('before', first)
  const hasNext = isBefore ? has('after', last) : hasMore
  return {
    page,
    previous: hasPrevious && first ? { direction: 'before', key: writePosition(list, first) } : null,
    next: hasNext && last ? { direction: 'after', key: writePosition(list, last) } : null,
  }
}

/**
 * The nearest matches after a position, or before it, the nearest first. Rows are looked at in the order of `listedAt`, so
 * only keys have to be compared.
 */
function take(list: MatchList, direction: Cursor['direction'], from: Position | null, count: number): number[] {
  const { isMatch, by } = list
  const { order, listedAt } = list.rows
  const isAfter = direction === 'after'
  const sign = isAfter ? 1 : -1
  const fromKey = (from?.key ?? 0) * sign
  const fromListedAt = (from?.listedAt ?? 0) * sign
  const rows: number[] = []
  const keys: number[] = []
  const step = isAfter ? -1 : 1
  for (let at = startOf(list, isAfter, from); at >= 0 && at < order.length; at += step) {
    const row = order[at] ?? 0
    if (!isMatch(row)) continue
    const key = by === undefined ? 0 : by.keyOf(row) * sign
    if (from !== null && (key < fromKey || (key === fromKey && (listedAt[row] ?? 0) * sign >= fromListedAt))) continue
    if (rows.length === count) {
      if (by === undefined || (isAfter && keys.at(-1) === by.lowestKey)) return rows
      if (key >= (keys.at(-1) ?? 0)) continue
      rows.pop()
      keys.pop()
    }
    let index = keys.length
    while (index > 0 && (keys[index - 1] ?? 0) > key) index -= 1
    rows.splice(index, 0, row)
    keys.splice(index, 0, key)
  }
  return rows
}

/** Where a pass begins: at the position where `listedAt` alone decides, else at the end of the rows. */
function startOf({ rows, by }: MatchList, isAfter: boolean, from: Position | null): number {
  if (by === undefined && from !== null) return rows.firstAtLeast(from.listedAt) - (isAfter ? 1 : 0)
  return isAfter ? rows.size - 1 : 0
}

function positionOf({ rows, by }: MatchList, row: number): Position {
  return { key: by?.keyOf(row) ?? 0, listedAt: rows.listedAt[row] ?? 0 }
}

/** The key of a cursor is `listedAt`; before it, in a list with an order, the sort key as a whole number. */
function writePosition({ by }: MatchList, { key, listedAt }: Position): string {
  if (by === undefined) return String(listedAt)
  return `${key === Infinity ? -1 : Math.abs(key)}.${listedAt}`
}

function readPosition({ by }: MatchList, key: string): Position {
  const numbers = key.split('.').map(Number)
  return { key: by?.readKey(numbers[0] ?? 0) ?? 0, listedAt: numbers.at(-1) ?? 0 }
}
