import type { QueryTerm } from '../../domain/catalogue/search-terms.ts'
import { matchFirstWords, matchVisible, matchWord } from './match.ts'
import type { Statements } from './statements.ts'
import { charactersAfter, isPrefixOfWord, wordsFrom } from './vocabulary.ts'

/** Shorter words have too many others that differ in one letter. */
const shortestCorrected = 5

/** How many characters are tried in one place: more than an alphabet has, and fewer than a catalogue may have. */
const maxBranches = 100

/** How many spellings are looked up for a query. Each takes about two microseconds. */
const maxLookups = 4_000

/** Counts down what is left of a query's lookups. */
interface LookupBudget {
  left: number
}

/** Similar words that are tried for a misspelt one. */
const maxTried = 8

/**
 * Replaces words that match nothing by similar ones that match something.
 *
 * @returns `undefined` if that is not possible, or if there are no such words.
 */
export function correctTerms(statements: Statements, terms: readonly QueryTerm[]): QueryTerm[] | undefined {
  const budget = { left: maxLookups }
  let isCorrected = false
  const corrected: QueryTerm[] = []
  for (const term of terms) {
    if (matchesAny(statements, term)) {
      corrected.push(term)
      continue
    }
    const similar = similarWords(statements, term, budget).slice(0, maxTried)
    const found = similar.find((word) => matchesAny(statements, { term: word, isPrefix: true }))
    if (found === undefined) return undefined
    isCorrected = true
    corrected.push({ term: found, isPrefix: true })
  }
  return isCorrected ? corrected : undefined
}

/** Whether visitors see an item with such a word. */
function matchesAny(statements: Statements, term: QueryTerm): boolean {
  return [matchFirstWords, matchWord].some((matchTerm) => {
    const word = matchTerm(statements, term)
    if (word === undefined) return false
    const { sql, values } = matchVisible(word)
    return statements.first(`SELECT rowid FROM item_terms WHERE ${sql} LIMIT 1`, ...values) !== undefined
  })
}

/**
 * Words of the catalogue, or their beginnings, that differ from a word in one letter: one is wrong, missing, too much, or
 * two neighbours are swapped. Whole words first, then those with the same beginning.
 *
 * Only beginnings that occur are followed, so that the time does not depend on the size of the catalogue.
 */
function similarWords(statements: Statements, { term }: QueryTerm, budget: LookupBudget): string[] {
  const letters = Array.from(term)
  if (letters.length < shortestCorrected) return []
  const found = new Set<string>()
  for (let place = letters.length - 1; place >= 0; place -= 1) {
    const before = letters.slice(0, place).join('')
    if (!take(budget) || (before !== '' && !isPrefixOfWord(statements, before))) continue
    for (const candidate of editsAt(statements, letters, place, budget)) {
      if (candidate !== term && take(budget) && isPrefixOfWord(statements, candidate)) found.add(candidate)
    }
  }
  const isWord = (candidate: string) => wordsFrom(statements, candidate, 1)[0] === candidate
  return [...found].toSorted((a, b) => Number(isWord(b)) - Number(isWord(a)))
}

/** What a word may have been before one edit at this place. */
function* editsAt(
  statements: Statements,
  letters: readonly string[],
  place: number,
  budget: LookupBudget,
): Generator<string> {
  const before = letters.slice(0, place).join('')
  const [letter, next] = [letters[place], letters[place + 1]]
  const after = letters.slice(place + 1).join('')
  if (letter !== undefined && next !== undefined) yield before + next + letter + letters.slice(place + 2).join('')
  if (letter !== undefined) yield before + after
  let branches = 0
  for (const character of charactersAfter(statements, before)) {
    if (!take(budget) || branches++ >= maxBranches) return
    if (letter !== undefined) yield before + character + after
    yield before + character + (letter ?? '') + after
  }
}

function take(budget: LookupBudget): boolean {
  budget.left -= 1
  return budget.left >= 0
}
