import type { Field } from '../../src/domain/field-table.ts'
import { isLanguage, languageNames, languages, type Language } from '../../src/domain/language.ts'
import { noticeFields, type NoticeKind } from '../../src/domain/notice-fields.ts'
import {
  mapPhotos,
  photoSettings,
  settingFields,
  isTranslated,
  settingNames,
  translatedNames,
  type PhotoName,
  type SettingName,
  type SettingsRequest,
  type TranslationName,
} from '../../src/domain/shop-settings.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import { FieldsError } from '../api/localized-error.ts'
import { changedFields, mapFields, type Fields } from '../editor/changed-fields.ts'
import { describeTheirText } from '../manage/managed-item.ts'

/** A setting that the form has a field for. */
export type FormName = Exclude<SettingName, PhotoName | 'translations'>
/** The name of a field: of a text in another language than the first, with its language. */
export type FieldName = FormName | TranslationName
export type SettingTexts = Readonly<Record<FieldName, string>>

function isPhoto(name: string): name is PhotoName {
  return photoSettings.some((photo) => photo === name)
}

function isField(name: SettingName): name is FormName {
  return !isPhoto(name) && name !== 'translations'
}

/** The settings as texts, for the form: all but the photos. */
export function toTexts(settings: SettingsRequest): SettingTexts {
  const texts = settingNames
    .filter(isField)
    .map((name) => [name, (settingFields[name] as Field<unknown>).format(settings[name])])
  const translated = languages.flatMap((language) =>
    translatedNames.map((name) => [`${name}@${language}`, settings.translations[language]?.[name] ?? '']),
  )
  return Object.fromEntries([...texts, ...translated]) as SettingTexts
}

/** The texts in languages other than the first, as they are sent: also empty ones, as the server keeps what is not sent. */
export function toTranslations(texts: SettingTexts): SettingsRequest['translations'] {
  const textsIn = (language: Language) =>
    Object.fromEntries(translatedNames.map((name) => [name, texts[`${name}@${language}`]]))
  return Object.fromEntries(languages.map((language) => [language, textsIn(language)]))
}

/** The texts of a shop with another first language: each stays in the language that it is written in. */
export function withLanguages(texts: SettingTexts, chosen: string): SettingTexts {
  const [[before = 'en'], [first = 'en']] = [readLanguages(texts.languages), readLanguages(chosen)]
  if (before === first) return { ...texts, languages: chosen }
  const moved = translatedNames.flatMap((name) => [
    [name, texts[`${name}@${first}`]],
    [`${name}@${first}`, ''],
    [`${name}@${before}`, texts[name]],
  ])
  return { ...texts, ...Object.fromEntries(moved), languages: chosen }
}

/**
 * The fields that differ, as {@link changedFields}. What is changed of a notice has its kind and last day with it: the shop takes
 * these down when the notice ends, and a later last day without its kind would be no notice.
 */
export function changedTexts(before: SettingTexts, now: SettingTexts): Fields {
  const changed = changedFields(before, now)
  const isNotice = Object.keys(changed).some((name) => Object.hasOwn(noticeFields, name.split('@')[0] ?? ''))
  return isNotice ? { ...changed, noticeKind: now.noticeKind, noticeUntil: now.noticeUntil } : changed
}

/** The fields and photos that differ, with their later values. @param own as {@link changedFields} has it. */
export function changedSettings(
  before: SettingsRequest,
  now: SettingsRequest,
  own: readonly SettingsRequest[],
): Fields {
  const contentOf = (settings: SettingsRequest) => ({
    ...toTexts(settings),
    ...mapPhotos((name) => settings[name] ?? ''),
  })
  return changedFields(contentOf(before), contentOf(now), own.map(contentOf))
}

/** The edit conflict of settings that somebody else has changed. @param changed with their later values. */
export function describeSettingsConflict(
  changed: Fields,
  { manage, shopSettings: texts }: BrowserMessages,
): FieldsError {
  const fields = mapFields(changed, (name, value) => {
    if (isPhoto(name)) return value === '' ? texts.meanwhileNoPhoto : texts.meanwhilePhoto
    if (name === 'heroFocus') return texts.meanwhileFocus
    if (name === 'copyMessage' || name === 'qrCode')
      return value === '' ? manage.meanwhileUnticked : manage.meanwhileTicked
    if (name === 'noticeKind')
      return describeTheirText(texts.noticeKind[(value || 'none') as NoticeKind | 'none'], manage)
    if (name === 'languages') return describeTheirText(nameLanguages(value), manage)
    if (name === 'whoMayAdd') return describeTheirText(value === 'anyone' ? texts.anyone : texts.owners, manage)
    return describeTheirText(value, manage)
  })
  return new FieldsError(texts.changed, fields)
}

/** `si en` → `සිංහල, English`. */
function nameLanguages(value: string): string {
  return readLanguages(value)
    .map((language) => languageNames[language])
    .join(', ')
}

/** The languages of the form's text. */
export function readLanguages(value: string): readonly Language[] {
  return value.split(' ').filter(isLanguage)
}

/** The languages, other than the first, of the texts among these fields. */
export function languagesOf(names: readonly string[]): readonly Language[] {
  return names.map((name) => name.split('@')[1]).filter((language) => isLanguage(language))
}

/** The language in which the first of these texts is shown; `undefined`: each is, or none of them is a text of a language. */
export function findTextLanguage(names: readonly string[], shown: Language, first: Language): Language | undefined {
  const found = names
    .map((name) => name.split('@'))
    .filter(([name = '']) => isTranslated(name))
    .map(([, language]) => (isLanguage(language) ? language : first))
  return found.includes(shown) ? undefined : found[0]
}
