import { queryTermsOf, type QueryTerm } from '../../domain/catalogue/search-terms.ts'
import { searchedFieldCount } from './item-words.ts'
import { fieldOf, rowOf, type Chunk, type Postings } from './postings.ts'
import { isFiller } from './same-words.ts'
import type { Vocabulary } from './vocabulary.ts'

/** The items that a word matches. */
export interface TermMatch {
  readonly term: QueryTerm
  /**
   * For each row 0, or its rank: 1 and more by the first field that has the word; those that only have a longer word, which
   * begins like it, rank behind all others.
   */
  readonly ranks: Uint8Array
  /** How many items match. */
  readonly count: number
}

/** The items that match all words, or as many of them as any item does. */
export interface WordsMatch {
  readonly isMatch: (row: number) => boolean
  /** The rank of the worst of its words. */
  readonly rankOf: (row: number) => number
  readonly total: number
  /** How many of the words each of these items matches. */
  readonly matched: number
}

/** The terms to search for; `undefined` if nothing can match: there are words, but none with a letter or number. */
export function searchedTerms(words: string): QueryTerm[] | undefined {
  const terms = queryTermsOf(words)
  if (terms.length === 0 && words.trim() !== '') return undefined
  return terms.filter(({ term }) => !isFiller(term))
}

/**
 * Arrays with a zero for each row. They are used again for the next query: new ones of this size, several for each query, would
 * make the garbage collector stop the process for some milliseconds now and then.
 */
export class RowArrays {
  #arrays: Uint8Array[] = []
  #used = 0

  /** Call it before a query: what `take` returned before is no longer in use. */
  reuse(): void {
    this.#used = 0
  }

  take(length: number): Uint8Array {
    const known = this.#arrays[this.#used]
    const array =
      known !== undefined && known.length >= length ? known.fill(0) : new Uint8Array(Math.ceil(length * 1.1))
    this.#arrays[this.#used++] = array
    return array.subarray(0, length)
  }
}

/** The items that can be found at all: those in a state. */
export interface SeenRows {
  /** See `stateBits`. Each row has one element. */
  readonly states: Uint16Array
  readonly bit: number
}

/**
 * Matches the word itself, and others that mean the same. Words that begin like it count only if they are in more items, or if
 * no item has the word itself: "hat" is not "Hatton", but "hatt" is.
 */
export function matchTerm(vocabulary: Vocabulary, term: QueryTerm, seen: SeenRows, arrays: RowArrays): TermMatch {
  const ranks = arrays.take(seen.states.length)
  const sameWords = vocabulary.findWhole(term.term)
  const whole = markAll(ranks, sameWords, 1, seen)
  if (!term.isPrefix) return { term, ranks, count: whole }
  const beginnings = vocabulary.findBeginnings(term.term).filter((postings) => !sameWords.includes(postings))
  const begun = markAll(ranks, beginnings, firstBegunRank, seen)
  if (whole === 0 || begun > whole) return { term, ranks, count: whole + begun }
  if (begun > 0) for (const [row, rank] of ranks.entries()) if (rank >= firstBegunRank) ranks[row] = 0
  return { term, ranks, count: whole }
}

const firstBegunRank = 1 + searchedFieldCount

/** @returns how many items were not marked before. */
function markAll(ranks: Uint8Array, found: readonly Postings[], firstRank: number, seen: SeenRows): number {
  let count = 0
  for (const { chunks } of found) for (const chunk of chunks) count += mark(ranks, chunk, firstRank, seen)
  return count
}

/** As `markAll`: V8 compiles a short function that is called for each chunk into faster code than one long loop. */
function mark(ranks: Uint8Array, { entries, size }: Chunk, firstRank: number, { states, bit }: SeenRows): number {
  let count = 0
  for (let index = 0; index < size; index += 1) {
    const entry = entries[index] ?? 0
    const row = rowOf(entry)
    if (((states[row] ?? 0) & bit) === 0) continue
    const rank = firstRank + fieldOf(entry)
    const known = ranks[row] ?? 0
    if (known !== 0 && known <= rank) continue
    ranks[row] = rank
    if (known === 0) count += 1
  }
  return count
}

/**
 * Combines the matches of words.
 *
 * @param isCandidate whether an item matches everything else; `undefined`: nothing else is asked for.
 */
export function matchMost(
  matches: readonly TermMatch[],
  isCandidate: ((row: number) => boolean) | undefined,
  arrays: RowArrays,
): WordsMatch {
  const [first, ...others] = matches
  if (first === undefined || (others.length === 0 && isCandidate === undefined)) return matchOne(first)
  const rowCount = first.ranks.length
  const counts = arrays.take(rowCount)
  const worst = arrays.take(rowCount)
  let matched = 1
  let total = 0
  for (let row = 0; row < rowCount; row += 1) {
    let count = 0
    let rank = 0
    for (let index = 0; index < matches.length; index += 1) {
      const found = matches[index]?.ranks[row] ?? 0
      if (found !== 0) count += 1
      if (found > rank) rank = found
    }
    if (count < matched || isCandidate?.(row) === false) continue
    if (count > matched) total = 0
    matched = count
    total += 1
    counts[row] = count
    worst[row] = rank
  }
  return {
    isMatch: (row) => counts[row] === matched,
    rankOf: (row) => worst[row] ?? 0,
    total,
    matched: total === 0 ? 0 : matched,
  }
}

function matchOne(match: TermMatch | undefined): WordsMatch {
  const { ranks, count: total } = match ?? { ranks: new Uint8Array(), count: 0 }
  const rankOf = (row: number) => ranks[row] ?? 0
  return { isMatch: (row) => rankOf(row) !== 0, rankOf, total, matched: Math.min(1, total) }
}
