import { foldWords, maxSearch } from './catalogue-query.ts'

/**
 * A run of letters, marks and numbers. Vowel signs of Sinhala and Tamil are marks, so their words stay whole. Zero-width
 * joiners belong to a word here, and are not part of its term. Private-use characters of the basic plane are letters of old
 * fonts. The s of `men's` is no word: it would be the size.
 */
const word = /(?!(?<=\p{L}['’])[sS](?!\p{L}))[\p{L}\p{M}\p{N}\uE000-\uF8FF\u200C\u200D]+/gu
const asciiWord = /(?!(?<=[a-z]')s(?![a-z]))[a-z0-9]+/g
const onlyAscii = /^[\0-\x7F]*$/

/** A word that is searched for. */
export interface QueryTerm {
  readonly term: string
  /** Whether longer words that begin with it match, too. */
  readonly isPrefix: boolean
}

/** The terms of a text by which it is found, in its order. A term that occurs again is returned again. */
export function termsOf(text: string): string[] {
  if (onlyAscii.test(text)) return text.toLowerCase().match(asciiWord) ?? []
  return fold(text).match(word) ?? []
}

/** The different terms of what was typed into the search box, cut to {@link maxSearch}. */
export function queryTermsOf(words: string): QueryTerm[] {
  const terms = [...new Set(termsOf(foldWords(words)))].slice(0, maxSearch.words)
  return terms.map((term) => ({ term, isPrefix: Array.from(term).length > 1 }))
}

/** Whether a term of a text matches a word that is searched for. */
export function isMatch(term: string, { term: wanted, isPrefix }: QueryTerm): boolean {
  return isPrefix ? term.startsWith(wanted) : term === wanted
}

/** A part of a text. The parts make up the text. */
export interface MarkedPart {
  readonly text: string
  readonly isMatch: boolean
}

/** Marks the beginnings of words that match what was searched for, in whole characters as people read them. */
export function markMatches(text: string, words: string): MarkedPart[] {
  const wanted = queryTermsOf(words)
  const parts: MarkedPart[] = []
  const add = (part: string, matches: boolean) => {
    if (part !== '') parts.push({ text: part, isMatch: matches })
  }
  let end = 0
  for (const match of wanted.length > 0 ? text.matchAll(word) : []) {
    const length = matchedLength(match[0], wanted)
    if (length === 0) continue
    add(text.slice(end, match.index), false)
    end = match.index + length
    add(text.slice(match.index, end), true)
  }
  add(text.slice(end), false)
  return parts
}

/** Finds the characters that people read: some are several code points. */
const characters = new Intl.Segmenter()

/** How much of a word's beginning is marked; 0 if it does not match. */
function matchedLength(written: string, wanted: readonly QueryTerm[]): number {
  const term = fold(written)
  const longest = Math.max(0, ...wanted.filter((one) => isMatch(term, one)).map((one) => one.term.length))
  if (longest === 0) return 0
  let length = 0
  for (const { segment } of characters.segment(written)) {
    length += segment.length
    if (fold(written.slice(0, length)).length >= longest) break
  }
  return length
}

/** The same for spellings that mean the same: without case, joiners, and diacritics of Latin letters. */
function fold(text: string): string {
  // By way of upper case, so that `ß` is `ss`.
  const folded = text
    .toWellFormed()
    .normalize('NFD')
    .replaceAll(/[\u200C\u200D]/g, '')
    .toUpperCase()
    .toLowerCase()
  const plain = /[\u0300-\u036F]/.test(folded)
    ? folded.replaceAll(/(\p{Script=Latin})[\u0300-\u036F]+/gu, '$1')
    : folded
  return plain.replaceAll('ς', 'σ').normalize('NFC')
}
