import type { TextField } from './field-kinds.ts'
import type { Field } from './field-table.ts'
import type { Problem } from './invalid-input.ts'
import { isLanguage, type Language } from './language.ts'

/** Texts of owners, by language and by what they are for. */
export type TextsByLanguage = Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>

interface TextsRules {
  /** The field of a text; `undefined`: there is no such text. */
  readonly fieldOf: (key: string) => TextField | undefined
  /** The most texts of a language, where {@link fieldOf} does not limit them. */
  readonly maxTexts?: number
}

/** A field of texts in several languages. Empty texts are left out. */
export function textsByLanguage({ fieldOf, maxTexts = Infinity }: TextsRules): Field<TextsByLanguage> {
  const parseAll = (entries: readonly Entry[]) => {
    const valid: Entry[] = []
    const problems: Problem[] = []
    for (const { language, key, text } of entries) {
      const parsed = fieldOf(key)?.parse(text) ?? { problem: { code: 'notTexts' } as const }
      if ('problem' in parsed) problems.push(parsed.problem)
      else valid.push({ language, key, text: parsed.value })
    }
    return { value: fromEntries(valid), problems }
  }
  return {
    absent: {},
    parse(input) {
      const given = toEntries(input ?? {})
      if (given === undefined) return { problem: { code: 'notTexts' } }
      const { value, problems } = parseAll(given)
      if (problems[0] !== undefined) return { problem: problems[0] }
      const isTooMany = Object.values(value).some((texts) => Object.keys(texts).length > maxTexts)
      return isTooMany ? { problem: { code: 'tooManyTexts', max: maxTexts } } : { value }
    },
    read(stored = {}) {
      const found = toEntries(stored)
      if (found === undefined) return { value: {}, isFault: true }
      const { value, problems } = parseAll(found)
      return { value, isFault: problems.length > 0 }
    },
    format: (value) => (Object.keys(value).length === 0 ? '' : JSON.stringify(value)),
  }
}

/** What is wrong with single texts, with the function that names them; none if the input is no texts at all. */
export function findTextProblems(
  input: unknown,
  { fieldOf }: Pick<TextsRules, 'fieldOf'>,
  toName: (key: string, language: Language) => string,
): readonly (readonly [name: string, problem: Problem])[] {
  return (toEntries(input) ?? []).flatMap(({ language, key, text }) => {
    const result = fieldOf(key)?.parse(text)
    return result !== undefined && 'problem' in result ? [[toName(key, language), result.problem] as const] : []
  })
}

/** The texts with another one; an empty text is taken out. */
export function withText(texts: TextsByLanguage, language: Language, key: string, text: string): TextsByLanguage {
  const { [key]: _, ...others } = texts[language] ?? {}
  return fromEntries(toEntries({ ...texts, [language]: { ...others, [key]: text } }) ?? [])
}

interface Entry {
  readonly language: Language
  readonly key: string
  readonly text: string
}

/** `undefined` if something is no text, or in no known language. */
function toEntries(input: unknown): readonly Entry[] | undefined {
  if (!isRecord(input)) return undefined
  const entries = Object.entries(input).flatMap(([language, texts]) =>
    isRecord(texts) ? Object.entries(texts).map(([key, text]) => ({ language, key, text })) : [undefined],
  )
  return entries.every(isEntry) ? entries : undefined
}

function isEntry(entry: { language: string; key: string; text: unknown } | undefined): entry is Entry {
  return entry !== undefined && isLanguage(entry.language) && typeof entry.text === 'string'
}

function fromEntries(entries: readonly Entry[]): TextsByLanguage {
  const texts: Partial<Record<Language, Record<string, string>>> = {}
  for (const { language, key, text } of entries) if (text !== '') (texts[language] ??= {})[key] = text
  return texts
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
