import type { Cursor } from '../../../domain/catalogue/catalogue-query.ts'
import { isMatch, termsOf, type QueryTerm } from '../../../domain/catalogue/search-terms.ts'
import type { StoredItem } from '../../../domain/item-state.ts'
import { searchedFields } from '../index-terms.ts'
import type { Match } from '../match.ts'
import { placeOf, type Position } from '../position.ts'
import type { Statements } from '../statements.ts'
import { readNewest, type FoundPage } from './newest-page.ts'

/** How many of the newest matches are put in order. The others follow, newest first. */
const rankedCount = 200

/** A match in the order of the list: its rank, and within one rank the newest first. */
interface Ranked {
  readonly position: Position
  readonly place: bigint
  /** The number of the field in which it matches. */
  readonly rank: number
}

/** Where a page begins or ends. */
type Place = Pick<Ranked, 'place' | 'rank'>

/** Of matches that are not put in order. */
const unranked = searchedFields.length

/** What a page is made from. */
export interface BestOptions {
  readonly match: Match
  readonly terms: readonly QueryTerm[]
  readonly itemAt: (position: Position) => StoredItem | undefined
}

/**
 * Those whose words are in the title first, then in the category, and so on. Its cursors have the place of the newest match
 * of the first page: matches that are added later do not change the order for who is paging.
 */
export function findBest(
  statements: Statements,
  { match, terms, itemAt }: BestOptions,
  cursor: Cursor | null,
  limit: number,
): FoundPage {
  const [anchored, ...start] = cursor === null ? [] : cursor.key.split('.').map(BigInt)
  const newest = readNewest(statements, match, 'after', anchored === undefined ? null : anchored + 1n, rankedCount)
  const anchor = anchored ?? placeOf(newest[0] ?? 0n)
  const head = newest.map((position) => toRanked(position, rankOf(itemAt(position), terms))).toSorted(compare)
  const list = { statements, match, head, end: newest.length < rankedCount ? null : placeOf(newest.at(-1) ?? 0n) }

  const from = start.length === 0 ? null : { rank: Number(start[0]), place: start[1] ?? 0n }
  const isBefore = cursor?.direction === 'before' && from !== null
  const found = isBefore ? readBefore(list, from, limit + 1) : readAfter(list, from, limit + 1)
  const page = found.slice(0, limit)
  if (isBefore) page.reverse()
  const [first = from, last = from] = [page[0], page.at(-1)]
  const hasMore = found.length > limit
  const hasPrevious = isBefore ? hasMore : first !== null && head[0] !== undefined && compare(head[0], first) < 0
  const hasNext = isBefore ? readAfter(list, last, 1).length > 0 : hasMore
  const keyOf = ({ rank, place }: Place) => `${anchor}.${rank}.${place}`
  return {
    positions: page.map(({ position }) => position),
    previous: hasPrevious && first ? { direction: 'before', key: keyOf(first) } : null,
    next: hasNext && last ? { direction: 'after', key: keyOf(last) } : null,
  }
}

/** The list of a query: some matches in the order of their ranks, and those that are older than `end`. */
interface BestList {
  readonly statements: Statements
  readonly match: Match
  readonly head: readonly Ranked[]
  /** `null` if there are no others. */
  readonly end: bigint | null
}

function readAfter({ statements, match, head, end }: BestList, from: Place | null, count: number): Ranked[] {
  const found = from === null ? head.slice(0, count) : head.filter((each) => compare(each, from) > 0).slice(0, count)
  if (end === null || found.length === count) return found
  const place = from !== null && from.rank >= unranked && from.place < end ? from.place : end
  const others = readNewest(statements, match, 'after', place, count - found.length)
  return [...found, ...others.map((position) => toRanked(position, unranked))]
}

/** @returns the nearest first. */
function readBefore({ statements, match, head, end }: BestList, from: Place, count: number): Ranked[] {
  const isOther = end !== null && from.rank >= unranked
  const newer = isOther ? readNewest(statements, match, 'before', from.place, count) : []
  const others = newer
    .map((position) => toRanked(position, unranked))
    .filter(({ place }) => end === null || place < end)
  const ranked = head.filter((each) => compare(each, from) < 0).toReversed()
  return [...others, ...ranked].slice(0, count)
}

function toRanked(position: Position, rank: number): Ranked {
  return { position, place: placeOf(position), rank }
}

function compare(a: Place, b: Place): number {
  return a.rank - b.rank || (a.place === b.place ? 0 : a.place > b.place ? -1 : 1)
}

/** The last of the fields in which the words are first found. Not looked for in the last field: there they are then. */
function rankOf(item: StoredItem | undefined, words: readonly QueryTerm[]): number {
  const last = unranked - 1
  if (item === undefined) return last
  let missing = words
  for (const [field, textOf] of searchedFields.slice(0, last).entries()) {
    const terms = termsOf(textOf(item))
    missing = missing.filter((word) => !terms.some((term) => isMatch(term, word)))
    if (missing.length === 0) return field
  }
  return last
}
