import type { CatalogueQuery } from '../../domain/catalogue/catalogue-query.ts'
import { categoryKey } from '../../domain/catalogue/category.ts'
import { queryTermsOf, type QueryTerm } from '../../domain/catalogue/search-terms.ts'
import type { ManagedState } from './catalogue-search.ts'
import { facetKinds, facetTerm, stateFacets, unseenTerm, type FacetKind } from './index-terms.ts'
import { findFacet } from './item-facets.ts'
import { matchPriceRange, type PriceRange } from './price-range.ts'
import type { Statements } from './statements.ts'
import { hasMoreWords, shortestInVocabulary, wordsFrom } from './vocabulary.ts'

/** The items that match a query, in SQL: `FROM item_terms WHERE` {@link Match.sql}, with these values. */
export interface Match {
  readonly sql: string
  readonly values: readonly (string | bigint | number)[]
}

/** What a query asks for besides its words. `null` is any. */
export interface Filter {
  readonly state: number
  readonly category: number | null
  readonly size: number | null
  readonly color: number | null
  readonly range: PriceRange | null
}

/** @returns `undefined` if nothing can match: no item ever had one of the facets, or the range is empty. */
export function filterOf(statements: Statements, query: CatalogueQuery): Filter | undefined {
  const find = (kind: FacetKind, name: string | null) =>
    name === null ? null : findFacet(statements, kind, categoryKey(name))
  const category = find(facetKinds.category, query.category)
  const size = find(facetKinds.size, query.size)
  const color = find(facetKinds.color, query.color)
  const isAnyPrice = query.min === null && query.max === null
  const range = isAnyPrice ? null : matchPriceRange(statements, query.min, query.max)
  if (category === undefined || size === undefined || color === undefined || range === undefined) return undefined
  return { state: query.isAvailable ? stateFacets.unsold : stateFacets.visible, category, size, color, range }
}

export function matchFilter({ state, category, size, color, range }: Filter, words: readonly WordMatch[]): Match {
  const isImplied = state === stateFacets.visible && words.length > 0
  const facets = [isImplied ? null : state, category, size, color].filter((facet) => facet !== null)
  return matchTerms(facets, words.map(matchSeen), range)
}

/** Items that visitors see. */
export function matchVisible(word: WordMatch): Match {
  return matchTerms([], [matchSeen(word)], null)
}

/** Items in any state that owners list. */
export function matchManaged(state: ManagedState, words: readonly WordMatch[]): Match {
  const expressions = words.map((word) => `(${matchSeen(word)} OR ${matchAny(word, unseenTerm)})`)
  return matchTerms([stateFacets[state]], expressions, null)
}

export function matchFacet(facet: number): Match {
  return matchTerms([facet], [], null)
}

/** Also matches items by one of these facets. */
export function withFacet({ sql, values: [terms = '', ...values] }: Match, facet: number): Match {
  return { sql, values: [`"${facetTerm(facet)}" AND (${terms})`, ...values] }
}

/** @param words as expressions of FTS5 (sqlite.org/fts5.html, section 3). */
function matchTerms(facets: readonly number[], words: readonly string[], range: PriceRange | null): Match {
  const terms = [...facets.map((facet) => `"${facetTerm(facet)}"`), ...words].join(' AND ')
  if (range === null) return { sql: 'item_terms MATCH ?', values: [terms] }
  const excluded = range.excluded.map((facet) => `"${facetTerm(facet)}"`).join(' OR ')
  const expression = excluded === '' ? terms : `(${terms}) NOT (${excluded})`
  return { sql: `item_terms MATCH ? AND ${range.sql}`, values: [expression, ...range.values] }
}

/** What items must have one of. */
export interface WordMatch {
  readonly words: readonly string[]
  readonly isPrefix: boolean
}

function matchSeen(word: WordMatch): string {
  return matchAny(word, (term) => term)
}

function matchAny({ words, isPrefix }: WordMatch, termOf: (word: string) => string): string {
  // Terms have no quotes: they are made of letters, marks and numbers.
  const terms = words.map((word) => `"${termOf(word)}"${isPrefix ? '*' : ''}`)
  return terms.length === 1 ? terms.join('') : `(${terms.join(' OR ')})`
}

/** The terms to search for; `undefined` if nothing can match: there are words, but none with a letter or number. */
export function searchedTerms(words: string): QueryTerm[] | undefined {
  const terms = queryTermsOf(words)
  return terms.length === 0 && words.trim() !== '' ? undefined : withoutImplied(terms)
}

/** A word that begins like a longer one matches whatever that matches. */
function withoutImplied(words: readonly QueryTerm[]): QueryTerm[] {
  return words.filter(
    (word) => !word.isPrefix || !words.some((other) => other !== word && other.term.startsWith(word.term)),
  )
}

/**
 * The most words of the catalogue that a prefix is searched as. FTS5 reads their lists as it goes; those of a prefix without
 * entries of its own it merges first, which takes ten times as long.
 */
const maxAlternatives = 48

/**
 * The most words that are merged for a prefix: about a millisecond. More begin alike where pieces have numbers of their own,
 * such as `20260001`, or where somebody invents words; what is typed then matches whole words only, as one letter does.
 */
const maxMerged = 2_000

/** @returns `undefined` if no item ever had such a word. */
export function matchWord(statements: Statements, { term, isPrefix }: QueryTerm): WordMatch | undefined {
  if (!isPrefix || term.length < shortestInVocabulary) return { words: [term], isPrefix }
  const words = wordsFrom(statements, term, maxAlternatives + 1)
  if (words.length > maxAlternatives) return { words: [term], isPrefix: !hasMoreWords(statements, term, maxMerged) }
  return wholeWords(words)
}

/** The first words that begin with a prefix: most often, they are enough to see that something matches it. */
export function matchFirstWords(statements: Statements, { term, isPrefix }: QueryTerm): WordMatch | undefined {
  return isPrefix && term.length >= shortestInVocabulary
    ? wholeWords(wordsFrom(statements, term, maxAlternatives))
    : undefined
}

function wholeWords(words: readonly string[]): WordMatch | undefined {
  return words.length === 0 ? undefined : { words, isPrefix: false }
}
