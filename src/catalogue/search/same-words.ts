import { termsOf } from '../../domain/catalogue/search-terms.ts'
import { fillerWords, sameWords } from '../../messages/search-words.ts'

/** The term of each group of `sameWords`, by the terms of its words. */
const groupTerms: ReadonlyMap<string, string> = new Map(
  sameWords.map(termsOf).flatMap((terms) => terms.map((term) => [term, terms[0] ?? term] as const)),
)

/** The terms of all groups. */
export const groupedTerms: readonly string[] = [...groupTerms.keys()]

const fillers: ReadonlySet<string> = new Set(fillerWords.flatMap(termsOf))

/**
 * The term of all words that mean the same as this one: that of its group, or else its English singular. A canonical term is
 * its own.
 *
 * @param term as `termsOf` returns it.
 */
export function canonicalTerm(term: string): string {
  return groupTerms.get(term) ?? (isPlural(term) ? singularOf(term) : term)
}

/** Whether a term never decides a search. */
export function isFiller(term: string): boolean {
  return fillers.has(term)
}

/** Whether a term looks like an English plural: four letters of ASCII at least, which end in s, but not in ss, us or is. */
function isPlural(term: string): boolean {
  return /^[a-z]{2,}[a-hj-rtv-z]s$/.test(term)
}

/** Each ends in another letter than s, or in ss, so that no plural is left of it. */
function singularOf(plural: string): string {
  const withoutS = plural.slice(0, -1)
  const singular = withoutEnding(plural)
  return groupTerms.get(withoutS) ?? groupTerms.get(singular) ?? singular
}

const esEndings = ['sses', 'shes', 'ches', 'xes']

/** scarves and other irregular plurals are in `sameWords`. */
function withoutEnding(plural: string): string {
  if (/..ies$/.test(plural)) return `${plural.slice(0, -3)}y`
  return plural.slice(0, esEndings.some((ending) => plural.endsWith(ending)) ? -2 : -1)
}
