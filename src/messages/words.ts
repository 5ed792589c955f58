import { maxCorrectionLength } from '../domain/corrections.ts'
import type { Problem } from '../domain/invalid-input.ts'
import type { Language } from '../domain/language.ts'
import type { TextsByLanguage } from '../domain/texts-by-language.ts'
import type { Messages } from './english.ts'
import grades from './grades.json' with { type: 'json' }
import { messagesByLanguage } from './languages.ts'
import { sinhala } from './sinhala.ts'
import { tamil } from './tamil.ts'
import { visitorTexts } from './visitor-texts.ts'

/**
 * How sure a translation is. A: an established localisation of other software has it for the same meaning. B: put together from
 * such terms and patterns. C: own wording, to be checked by a native reader. `grades.json` has the keys of those that are A or B.
 */
export type Grade = 'A' | 'B' | 'C'

/** A text of visitor pages in another language, which owners may correct. */
export interface Word {
  readonly language: Language
  /** Where it is, such as `item.sold`. */
  readonly key: string
  readonly english: string
  readonly text: string
  /** How sure `text` is. */
  readonly grade: Grade
}

/** A word as owners get it. */
export interface WordJson extends Word {
  /** What pages show in its place; `null`: nothing else. */
  readonly correction: string | null
}

type Texts = string | { readonly [key: string]: Texts }

/** Texts that are no words: the names of a language for programs. */
const notWords = /(?:^|\.)(?:language|dateLocale)$/

/** Every text with its key. */
function listTexts(texts: Texts, key = ''): [key: string, text: string][] {
  if (typeof texts === 'string') return [[key, texts]]
  return Object.entries(texts).flatMap(([name, each]) => listTexts(each, key === '' ? name : `${key}.${name}`))
}

function wordsOf(language: keyof typeof grades, texts: Texts): Word[] {
  const byKey = new Map(listTexts(texts))
  const { A, B } = grades[language]
  return listTexts(visitorTexts)
    .filter(([key, english]) => english !== '' && !notWords.test(key))
    .map(([key, english]) => ({
      language,
      key,
      english,
      text: byKey.get(key) ?? english,
      grade: A.includes(key) ? 'A' : B.includes(key) ? 'B' : 'C',
    }))
}

/** The words of all translations. English is the language of the specification, and stays as it is. */
export const words: readonly Word[] = [...wordsOf('si', sinhala), ...wordsOf('ta', tamil)]

const wordsByName = new Map(words.map((word) => [`${word.language} ${word.key}`, word]))

/** `undefined`: there is no such text, or it has no translation. */
export function findWord(language: string, key: string): Word | undefined {
  return wordsByName.get(`${language} ${key}`)
}

/**
 * How much of the URL of a message (`maxMessageUrl`) a text of enquiries may take, encoded: the rest is for title, id, price and
 * address. The first pattern that matches a key decides.
 */
const urlShares: readonly (readonly [keys: RegExp, max: number])[] = [
  [/^enquiry\.(?:greeting\.|videoCall)/, 1_080],
  [/^enquiry\.(?:greetingForSeveral|asked|notice)/, 600],
  [/^(?:enquiry\.|channels\.subject)/, 120],
]

/** What is wrong with a text in place of a word. @param text well-formed. */
export function findWordProblem(word: Word, text: string): Problem | undefined {
  if (text.length > maxCorrectionLength) return { code: 'tooLong', max: maxCorrectionLength }
  const [, share = Infinity] = urlShares.find(([keys]) => keys.test(word.key)) ?? []
  const encodedLength = encodeURIComponent(text).length
  // The length of a shorter text in the same script.
  if (encodedLength > share) return { code: 'tooLong', max: Math.floor((text.length * share) / encodedLength) }
  return hasSamePlaceholders(word.text, text) ? undefined : { code: 'placeholdersDiffer' }
}

/** What pages show in place of a word; `undefined`: nothing else. A stored text with other placeholders than in this version has no effect. */
export function correctionOf(word: Word, corrections: TextsByLanguage): string | undefined {
  const text = corrections[word.language]?.[word.key]
  return text !== undefined && hasSamePlaceholders(word.text, text) ? text : undefined
}

/** The names of the placeholders of a text, each once. */
export function placeholdersOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].toSorted()
}

function hasSamePlaceholders(text: string, other: string): boolean {
  return placeholdersOf(text).join(' ') === placeholdersOf(other).join(' ')
}

/**
 * The texts of a language, with an owner's corrections. Those of texts that this version does not have, or has with other
 * placeholders, are left out.
 */
export function correctedMessages(language: Language, corrections: TextsByLanguage): Messages {
  const valid = Object.keys(corrections[language] ?? {}).flatMap((key) => {
    const word = findWord(language, key)
    const text = word && correctionOf(word, corrections)
    return text === undefined ? [] : [[key, text] as const]
  })
  if (valid.length === 0) return messagesByLanguage[language]
  const messages = structuredClone(messagesByLanguage[language])
  for (const [key, text] of valid) setText(messages, key.split('.'), text)
  return messages
}

/** @param path of a word. */
function setText(texts: object, [name = '', ...rest]: readonly string[], text: string): void {
  const group = texts as Record<string, object | string>
  if (rest.length === 0) group[name] = text
  else setText(group[name] as object, rest, text)
}

/** A function that returns the texts of a language with the corrections of now, which it does not change. */
export function createMessagesIn(corrections: () => TextsByLanguage): (language: Language) => Messages {
  let last: TextsByLanguage | undefined
  const made = new Map<Language, Messages>()
  return (language) => {
    const present = corrections()
    if (last !== present) made.clear()
    last = present
    return made.getOrInsertComputed(language, () => correctedMessages(language, present))
  }
}
