import leven from 'leven'

import type { QueryTerm } from '../../domain/catalogue/search-terms.ts'
import { canonicalTerm, groupedTerms } from './same-words.ts'
import type { Vocabulary } from './vocabulary.ts'

/** From how many letters on one of them may be wrong, and two: shorter words have too many similar ones. */
const lettersForOne = 5
const lettersForTwo = 8

/** Similar words that are tried for a misspelt one. */
const maxTried = 8

/** Of a vocabulary that somebody fills with invented words, only the first are compared: no request is answered meanwhile. */
const maxCompared = 10_000

interface Candidate {
  readonly term: string
  readonly isWhole: boolean
  readonly distance: number
  /** How many items have it; 0 for the beginning of a word. */
  readonly count: number
}

/**
 * Words of the catalogue that differ from a misspelt one in a letter or two, or in two neighbours that are swapped, the most
 * similar first; and beginnings of words with the same first letter, after them.
 */
export function similarWords(vocabulary: Vocabulary, misspelt: string): QueryTerm[] {
  const forms = [...new Set([misspelt, canonicalTerm(misspelt)])].filter((form) => form.length >= lettersForOne)
  const candidates = forms.flatMap((form) => wholeWords(vocabulary, form).concat(beginnings(vocabulary, form)))
  const similar = candidates.filter(({ term }) => term !== misspelt).toSorted(compare)
  return [...new Set(similar.map(({ term }) => term))].slice(0, maxTried).map((term) => ({ term, isPrefix: true }))
}

function wholeWords(vocabulary: Vocabulary, form: string): Candidate[] {
  const maxDistance = maxDistanceOf(form)
  const isNear = (term: string) => Math.abs(term.length - form.length) <= maxDistance
  const near = [...groupedTerms, ...vocabulary.words()].filter(isNear).slice(0, maxCompared)
  return near.flatMap((term) => {
    const distance = distanceBetween(form, term, maxDistance)
    return distance > maxDistance ? [] : { term, isWhole: true, distance, count: vocabulary.count(term) }
  })
}

/** Beginnings of longer words. */
function beginnings(vocabulary: Vocabulary, form: string): Candidate[] {
  const maxDistance = maxDistanceOf(form)
  const distances = new Map<string, number>()
  for (const word of vocabulary.wordsFrom(form.slice(0, 1))) {
    if (distances.size >= maxCompared) break
    for (
      let length = form.length - maxDistance;
      length <= form.length + maxDistance && length < word.length;
      length += 1
    ) {
      const term = word.slice(0, length)
      if (!distances.has(term)) distances.set(term, distanceBetween(form, term, maxDistance))
    }
  }
  return [...distances]
    .filter(([, distance]) => distance <= maxDistance)
    .map(([term, distance]) => ({ term, isWhole: false, distance, count: 0 }))
}

function maxDistanceOf(form: string): number {
  return form.length >= lettersForTwo ? 2 : 1
}

/** More than `max` if it is more. Two swapped neighbours count as one wrong letter. */
function distanceBetween(a: string, b: string, max: number): number {
  return isSwapped(a, b) ? 1 : leven(a, b, { maxDistance: max + 1 })
}

function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}

function compare(a: Candidate, b: Candidate): number {
  return Number(b.isWhole) - Number(a.isWhole) || a.distance - b.distance || b.count - a.count
}
