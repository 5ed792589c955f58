import { corrections as field } from '../domain/corrections.ts'
import { InvalidInputError } from '../domain/invalid-input.ts'
import type { ShopSettings } from '../domain/shop-settings.ts'
import { withText, type TextsByLanguage } from '../domain/texts-by-language.ts'
import { findWordProblem, type Word } from '../messages/words.ts'

/**
 * The corrections of a shop with other texts for these words. A text that is empty, or the one that the word has, takes a
 * correction back.
 *
 * @throws InvalidInputError
 */
export function correctWords(
  { corrections }: Pick<ShopSettings, 'corrections'>,
  changes: readonly (readonly [word: Word, text: string])[],
): TextsByLanguage {
  let changed = corrections
  for (const [word, typed] of changes) {
    const { language, key } = word
    const parsed = field.parse({ [language]: { [key]: typed.normalize('NFC') } })
    if ('problem' in parsed) throw invalid(parsed.problem)
    const text = parsed.value[language]?.[key] ?? ''
    const problem = text === '' ? undefined : findWordProblem(word, text)
    if (problem !== undefined) throw invalid(problem)
    changed = withText(changed, language, key, text === word.text ? '' : text)
  }
  const all = field.parse(changed)
  if ('problem' in all) throw invalid(all.problem)
  return all.value
}

function invalid(problem: NonNullable<InvalidInputError['problem']>): InvalidInputError {
  return new InvalidInputError('invalid-settings', undefined, { text: problem })
}
