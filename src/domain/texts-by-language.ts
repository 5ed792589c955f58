import { cleanText } from './clean-text.ts'
import type { Field } from './field-table.ts'
import { languages, type Language } from './language.ts'

/** Texts of owners, by language and by what they are for. */
export type TextsByLanguage = Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>

interface TextsLimits {
  /** The maximum length of a text, in UTF-16 code units; `undefined`: there is no such text. */
  readonly maxOf: (key: string) => number | undefined
  /** The most texts of a language. */
  readonly maxTexts: number
  /** Whether a text keeps its line breaks. */
  readonly isMultiline?: (key: string) => boolean
}

/** A field of texts in several languages. Empty texts are left out. */
export function textsByLanguage({ maxOf, maxTexts, isMultiline = () => false }: TextsLimits): Field<TextsByLanguage> {
  const clean = (key: string, text: string) => cleanText(text, isMultiline(key)).normalize('NFC')
  return {
    absent: {},
    parse(input) {
      const given = toEntries(input ?? {})
      if (given === undefined) return { problem: { code: 'notTexts' } }
      const cleaned = given.map(([language, key, text]) => [language, key, clean(key, text)] as const)
      if (cleaned.some(([, key]) => maxOf(key) === undefined)) return { problem: { code: 'notTexts' } }
      const tooLong = cleaned.find(([, key, text]) => text.length > (maxOf(key) ?? 0))
      if (tooLong) return { problem: { code: 'tooLong', max: maxOf(tooLong[1]) ?? 0 } }
      const value = fromEntries(cleaned)
      const isTooMany = Object.values(value).some((texts) => Object.keys(texts).length > maxTexts)
      return isTooMany ? { problem: { code: 'tooManyTexts', max: maxTexts } } : { value }
    },
    read(stored = {}) {
      const found = toEntries(stored)
      if (found === undefined) return { value: {}, isFault: true }
      const valid = found
        .map(([language, key, text]) => [language, key, clean(key, text)] as const)
        .filter(([, key, text]) => text.length <= (maxOf(key) ?? -1))
      return { value: fromEntries(valid), isFault: valid.length < found.length }
    },
    format: (value) => (Object.keys(value).length === 0 ? '' : JSON.stringify(value)),
  }
}

/** The texts with another one; an empty text is taken out. */
export function withText(texts: TextsByLanguage, language: Language, key: string, text: string): TextsByLanguage {
  const { [key]: _, ...others } = texts[language] ?? {}
  return fromEntries(toEntries({ ...texts, [language]: { ...others, [key]: text } }) ?? [])
}

type Entry = readonly [language: Language, key: string, text: string]

/** `undefined` if something is no text, or in no known language. */
function toEntries(input: unknown): readonly Entry[] | undefined {
  if (!isRecord(input)) return undefined
  const entries = Object.entries(input).flatMap(([language, texts]) =>
    isRecord(texts) ? Object.entries(texts).map(([key, text]) => [language, key, text] as const) : [undefined],
  )
  return entries.every(isEntry) ? entries : undefined
}

function isEntry(entry: readonly [string, string, unknown] | undefined): entry is Entry {
  return entry !== undefined && languages.some((each) => each === entry[0]) && typeof entry[2] === 'string'
}

function fromEntries(entries: readonly Entry[]): TextsByLanguage {
  const texts: Partial<Record<Language, Record<string, string>>> = {}
  for (const [language, key, text] of entries) if (text !== '') (texts[language] ??= {})[key] = text
  return texts
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
