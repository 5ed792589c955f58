import { lowerBound } from './lower-bound.ts'
import { Postings } from './postings.ts'
import { canonicalTerm } from './same-words.ts'

/** The words of all items, each with its postings. */
export class Vocabulary {
  #words = new Map<string, Postings>()
  /** Words by their canonical term, where that is another word. */
  #variants = new Map<string, string[]>()
  /** In the order of UTF-16 code units, apart from those that are new. */
  #sorted: string[] = []
  #unsorted: string[] = []
  /** How many of the words no item has now. */
  #unused = 0

  /** Adds an item's row to the postings of a word. @param field the first one that has the word. */
  set(word: string, row: number, field: number): void {
    const known = this.#words.get(word)
    if (known?.isEmpty) this.#unused -= 1
    const postings = known ?? this.#add(detached(word))
    postings.set(row, field)
  }

  /** Removes an item's row from the postings of a word. */
  delete(word: string, row: number): void {
    const postings = this.#words.get(word)
    if (postings === undefined) return
    postings.delete(row)
    if (!postings.isEmpty) return
    this.#unused += 1
    if (this.#unused > 1_000 && this.#unused > this.#words.size / 2) this.#dropUnused()
  }

  /** The items that have a word, or another word that means the same. */
  findWhole(term: string): Postings[] {
    const canonical = canonicalTerm(term)
    return [canonical, ...(this.#variants.get(canonical) ?? [])].flatMap((word) => this.#words.get(word) ?? [])
  }

  /** The items that have a word that begins like this. */
  findBeginnings(beginning: string): Postings[] {
    return this.wordsFrom(beginning).flatMap((word) => this.#words.get(word) ?? [])
  }

  /** The words that begin like this, in their order. */
  wordsFrom(beginning: string): string[] {
    const words = this.words()
    const firstAtLeast = (text: string) => lowerBound(words.length, (index) => (words[index] ?? '') < text)
    // The last character of all, which no word has, is after whatever can follow.
    return words.slice(firstAtLeast(beginning), firstAtLeast(`${beginning}\uFFFF`))
  }

  /** All words, in their order, with some that no item has now. */
  words(): readonly string[] {
    if (this.#unsorted.length > 0) {
      // Two sorted runs: sorting merges them in one pass.
      this.#sorted = this.#sorted.concat(this.#unsorted.toSorted()).toSorted()
      this.#unsorted = []
    }
    return this.#sorted
  }

  /** How many items have a word. */
  count(word: string): number {
    return this.#words.get(word)?.size ?? 0
  }

  #add(word: string): Postings {
    const postings = new Postings()
    this.#words.set(word, postings)
    this.#unsorted.push(word)
    const canonical = canonicalTerm(word)
    if (canonical !== word) this.#variants.set(canonical, [...(this.#variants.get(canonical) ?? []), word])
    return postings
  }

  #dropUnused(): void {
    const used = [...this.#words].filter(([, { isEmpty }]) => !isEmpty)
    this.#words = new Map()
    this.#variants = new Map()
    this.#sorted = []
    this.#unsorted = []
    this.#unused = 0
    for (const [word, postings] of used) {
      this.#add(word)
      this.#words.set(word, postings)
    }
  }
}

/** The longest part of a text that V8 copies. A longer one refers to the whole text. */
const longestCopied = 12

/** A word without a reference to the text that it is a part of: that text would stay in memory. */
function detached(word: string): string {
  // JSON.parse creates a new text.
  return word.length > longestCopied ? (JSON.parse(JSON.stringify(word)) as string) : word
}
