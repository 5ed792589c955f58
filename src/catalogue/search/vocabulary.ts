import type { Statements } from './statements.ts'

/** Shorter words have no entry: their prefixes are in the index of terms. */
export const shortestInVocabulary = 4

/** How many words of a transaction are kept in mind, so that they are not written again. */
const maxKnown = 200_000

/** Words that no term has: private-use characters of the last plane are terms of facets at most. */
const afterLast = '\u{10FFFF}'

/** Writes the words of items, each once. Words stay until the index is filled again. */
export class VocabularyWriter {
  readonly #statements: Statements
  readonly #known = new Set<string>()

  constructor(statements: Statements) {
    this.#statements = statements
  }

  add(words: Iterable<string>): void {
    for (const word of words) {
      if (word.length < shortestInVocabulary || this.#known.has(word)) continue
      if (this.#known.size >= maxKnown) this.#known.clear()
      this.#statements.run('INSERT INTO vocabulary (word) VALUES (?) ON CONFLICT DO NOTHING', word)
      this.#known.add(word)
    }
  }

  /** The words that were added may not be written: their transaction was rolled back. */
  forget(): void {
    this.#known.clear()
  }
}

/** The words that begin with a prefix, at most `limit`. */
export function wordsFrom(statements: Statements, prefix: string, limit: number): string[] {
  const sql = 'SELECT word FROM vocabulary WHERE word >= ? AND word < ? ORDER BY word LIMIT ?'
  return statements.all<[string]>(sql, prefix, prefix + afterLast, limit).map(([word]) => word)
}

/** Whether more than `count` words begin with a prefix. */
export function hasMoreWords(statements: Statements, prefix: string, count: number): boolean {
  const sql = 'SELECT 1 FROM vocabulary WHERE word >= ? AND word < ? LIMIT 1 OFFSET ?'
  return statements.first(sql, prefix, prefix + afterLast, count) !== undefined
}

/** The first word at or after a text, in the order of code points. */
function firstWordFrom(statements: Statements, text: string): string | undefined {
  return statements.first<[string]>('SELECT word FROM vocabulary WHERE word >= ? ORDER BY word LIMIT 1', text)?.[0]
}

export function isPrefixOfWord(statements: Statements, prefix: string): boolean {
  return firstWordFrom(statements, prefix)?.startsWith(prefix) ?? false
}

/** The characters that follow a prefix in any word. */
export function* charactersAfter(statements: Statements, prefix: string): Generator<string> {
  let word = firstWordFrom(statements, prefix)
  if (word === prefix) word = firstWordFrom(statements, `${prefix}\0`)
  while (word !== undefined) {
    if (!word.startsWith(prefix)) return
    const character = String.fromCodePoint(word.codePointAt(prefix.length) ?? 0)
    yield character
    word = firstWordFrom(statements, prefix + character + afterLast)
  }
}
