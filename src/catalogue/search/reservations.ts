import { isMatch, termsOf } from '../../domain/catalogue/search-terms.ts'
import { hasEnded, type Day } from '../../domain/day.ts'
import type { Reservation } from '../../domain/stored-fields.ts'
import type { TermMatch } from './match-words.ts'

/** What the index knows of reservations, by row: apart from the vocabulary, so that no search of visitors finds a note. */
export class Reservations {
  readonly #noteTerms = new Map<number, readonly string[]>()
  readonly #lastDays = new Map<number, Day>()

  set(row: number, { reservedUntil, reservedNote }: Reservation): void {
    if (reservedUntil === null) this.#lastDays.delete(row)
    else this.#lastDays.set(row, reservedUntil)
    if (reservedNote === null) this.#noteTerms.delete(row)
    else this.#noteTerms.set(row, termsOf(reservedNote))
  }

  /** Adds the items whose note has the word. */
  addNotes({ term, ranks, count }: TermMatch, isSeen: (row: number) => boolean): TermMatch {
    const found = [...this.#noteTerms].filter(
      ([row, words]) => ranks[row] === 0 && isSeen(row) && words.some((word) => isMatch(word, term)),
    )
    for (const [row] of found) ranks[row] = 1
    return { term, ranks, count: count + found.length }
  }

  /** The rows of reservations that have ended before this day. */
  ended(today: Day): number[] {
    return [...this.#lastDays].filter(([, until]) => hasEnded(until, today)).map(([row]) => row)
  }
}
