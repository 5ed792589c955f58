import { text } from '../field-kinds.ts'
import { InvalidInputError } from '../invalid-input.ts'
import { itemFields } from '../item-fields.ts'
import { isLanguage, languages, type Language } from '../language.ts'
import { textsByLanguage, withText, type TextsByLanguage } from '../texts-by-language.ts'
import { categoryKey } from './category.ts'

/** More categories than a page lists. */
export const maxCategoryNames = 200

const name = text(itemFields.category.max, { absent: '' })

/** Firestore has no fields with such names. */
const reserved = /^__.*__$/

function mayHaveNames(key: string): boolean {
  return key !== '' && !reserved.test(key)
}

/** What categories are called in each language, by language and by the key of the category. Its address does not depend on it. */
export const categoryNames = textsByLanguage({
  fieldOf: (key) => (key === categoryKey(key) && mayHaveNames(key) ? name : undefined),
  maxTexts: maxCategoryNames,
})

/** The names of one category, by language; those that are left out or empty are the one that its items have. */
export type NamesOfCategory = Readonly<Partial<Record<Language, string>>>

export function namesOf(names: TextsByLanguage, category: string): NamesOfCategory {
  const key = categoryKey(category)
  const named = languages.filter((language) => Object.hasOwn(names[language] ?? {}, key))
  return Object.fromEntries(named.map((language) => [language, names[language]?.[key]]))
}

/** The names with others for a category. @throws InvalidInputError with a problem for each invalid name, by its language. */
export function withNames(names: TextsByLanguage, category: string, wanted: NamesOfCategory): TextsByLanguage {
  let changed = names
  for (const [language, typed] of Object.entries(wanted)) {
    const parsed = name.parse(typed)
    if (!isLanguage(language)) throw new InvalidInputError('invalid-settings', { code: 'notTexts' })
    if ('problem' in parsed) throw new InvalidInputError('invalid-settings', undefined, { [language]: parsed.problem })
    changed = withText(changed, language, categoryKey(category), parsed.value)
  }
  const all = categoryNames.parse(changed)
  if ('problem' in all) throw new InvalidInputError('invalid-settings', all.problem)
  return all.value
}

/** The names once a category is renamed: a category that exists keeps its own. The same if it has none, or may not have any then. */
export function withRenamed(names: TextsByLanguage, from: string, to: string): TextsByLanguage {
  const carried = namesOf(names, from)
  const isSame = categoryKey(from) === categoryKey(to)
  if (isSame || Object.keys(carried).length === 0 || !mayHaveNames(categoryKey(to))) return names
  const none = Object.fromEntries(Object.keys(carried).map((language) => [language, '']))
  return withNames(withNames(names, from, none), to, { ...carried, ...namesOf(names, to) })
}

/** What a page calls a category. @param names those of its language, by the key of the category. */
export function categoryLabel(names: Readonly<Record<string, string>>, category: string): string {
  const key = categoryKey(category)
  return (Object.hasOwn(names, key) ? names[key] : undefined) ?? category
}
