import { Postings } from './postings.ts'
import { canonicalTerm } from './same-words.ts'

/** V8 makes longer parts of a text refer to the whole text, which would then stay in memory. */
const longestCopied = 12

/** The words of all items, each with its postings. */
export class Vocabulary {
  #words = new Map<string, Postings>()
  /** Words by their canonical term, where that is another word. */
  #variants = new Map<string, string[]>()
  /** In the order of UTF-16 code units, apart from those that are new. */
  #sorted: string[] = []
  #unsorted: string[] = []
  /** How many words no item has any more. */
  #unused = 0

  set(word: string, row: number, field: number): void {
    const known = this.#words.get(word)
    if (known?.isEmpty) this.#unused -= 1
    const postings =
      known ?? this.#add(word.length > longestCopied ? (JSON.parse(JSON.stringify(word)) as string) : word)
    postings.set(row, field)
  }

  delete(word: string, row: number): void {
    const postings = this.#words.get(word)
    if (postings === undefined) return
    postings.delete(row)
    if (!postings.isEmpty) return
    this.#unused += 1
    if (this.#unused > 1_000 && this.#unused > this.#words.size / 2) this.#dropUnused()
  }

  /** The items that have a word, or another one that means the same. */
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
    const from = firstAtLeast(words, beginning)
    // The last character of all, which no word has, is after whatever can follow.
    return words.slice(from, firstAtLeast(words, `${beginning}\uFFFF`))
  }

  /** All words, in their order. No item may have some of them any more. */
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

function firstAtLeast(words: readonly string[], text: string): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((words[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}
