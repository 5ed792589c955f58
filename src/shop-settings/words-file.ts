import { z } from 'zod'

import { ShopError } from '../domain/errors.ts'
import { isInvalidInput, type InvalidInputError } from '../domain/invalid-input.ts'
import type { TextsByLanguage } from '../domain/texts-by-language.ts'
import { describeInvalidInput } from '../messages/describe-invalid-input.ts'
import { english } from '../messages/english.ts'
import { correctionOf, findWord, words, type Word } from '../messages/words.ts'
import { correctWords } from './correct-words.ts'
import { changeSettings, type SettingsStore } from './settings-store.ts'

const shape = z.record(z.string(), z.record(z.string(), z.object({ text: z.string(), grade: z.string().optional() })))

/** Texts of visitor pages: language → key → text, and the grade of the text that a correction replaces. */
export type WordsFile = z.infer<typeof shape>

/** @param isAll whether also words that were not corrected are in the file, for a reader who checks them. */
export function toWordsFile(corrections: TextsByLanguage, isAll: boolean): WordsFile {
  const file: WordsFile = {}
  for (const word of words) {
    const { language, key, text, grade } = word
    const correction = correctionOf(word, corrections)
    if (correction !== undefined || isAll) (file[language] ??= {})[key] = { text: correction ?? text, grade }
  }
  return file
}

/** How many problems are listed. */
const maxNamed = 10

/**
 * Takes in the words of a file: all, or none if one is invalid. Words that are as this version has them are no corrections.
 *
 * @returns how many corrections there are then. Rejects with ShopError `invalid-request` with a line for each problem,
 *   `settings-changed` or `storage-unavailable`.
 */
export async function importWords(settings: SettingsStore, input: unknown): Promise<number> {
  const changes = parseFile(input)
  const { settings: present } = await changeSettings(settings, (before) => ({
    corrections: correctWords(before, changes),
  }))
  return Object.values(present.corrections).reduce((count, texts) => count + Object.keys(texts).length, 0)
}

function parseFile(input: unknown): (readonly [Word, string])[] {
  const parsed = shape.safeParse(input)
  if (!parsed.success) throw refused(['This is not a file of words: language → key → { text, grade }.'])
  const changes: (readonly [Word, string])[] = []
  const wrong: string[] = []
  for (const [language, texts] of Object.entries(parsed.data)) {
    for (const [key, { text }] of Object.entries(texts)) {
      const word = findWord(language, key)
      const problem = word === undefined ? 'There is no such word.' : findProblem(word, text)
      if (word !== undefined && problem === undefined) changes.push([word, text])
      else wrong.push(`${language} ${key}: ${problem}`)
    }
  }
  if (wrong.length === 0) return changes
  const more = wrong.length > maxNamed ? [`… and ${wrong.length - maxNamed} more.`] : []
  throw refused([...wrong.slice(0, maxNamed), ...more])
}

function refused(lines: readonly string[]): ShopError {
  return new ShopError('invalid-request', [...lines, 'Nothing was imported.'].join('\n'))
}

function findProblem(word: Word, text: string): string | undefined {
  try {
    correctWords({ corrections: {} }, [[word, text]])
    return undefined
  } catch (error) {
    if (!isInvalidInput(error)) throw error
    return describeInvalidInput(error satisfies InvalidInputError, english).message
  }
}
