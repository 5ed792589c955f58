import type { Field } from '../../src/domain/field-table.ts'
import { isLanguage, languageNames, type Language } from '../../src/domain/language.ts'
import type { NoticeKind } from '../../src/domain/notice-fields.ts'
import {
  mapPhotos,
  photoSettings,
  settingFields,
  settingNames,
  type PhotoName,
  type SettingName,
  type SettingsRequest,
} from '../../src/domain/shop-settings.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import { describeChanges, type Fields } from '../editor/changed-fields.ts'
import { describeTheirText } from '../manage/managed-item.ts'

export type FieldName = Exclude<SettingName, PhotoName>
export type SettingTexts = Readonly<Record<FieldName, string>>

function isPhoto(name: SettingName): name is PhotoName {
  return photoSettings.some((photo) => photo === name)
}

/** The settings as texts, for the form: all but the photos. */
export function toTexts(settings: SettingsRequest): SettingTexts {
  const names = settingNames.filter((name): name is FieldName => !isPhoto(name))
  const texts = names.map((name) => [name, (settingFields[name] as Field<unknown>).format(settings[name])])
  return Object.fromEntries(texts) as SettingTexts
}

/** What is shown next to the fields that somebody else has changed. */
export function describeSettingsConflict(
  before: SettingsRequest,
  now: SettingsRequest,
  { manage, shopSettings: texts }: BrowserMessages,
): Fields {
  const contentOf = (settings: SettingsRequest) => ({
    ...toTexts(settings),
    ...mapPhotos((name) => settings[name] ?? ''),
  })
  return describeChanges(contentOf(before), contentOf(now), (name, value) => {
    if (isPhoto(name)) return value === '' ? texts.meanwhileNoPhoto : texts.meanwhilePhoto
    if (name === 'heroFocus') return texts.meanwhileFocus
    if (name === 'noticeKind')
      return describeTheirText(texts.noticeKind[(value || 'none') as NoticeKind | 'none'], manage)
    if (name === 'languages') return describeTheirText(nameLanguages(value), manage)
    if (name === 'whoMayAdd') return describeTheirText(value === 'anyone' ? texts.anyone : texts.owners, manage)
    return describeTheirText(value, manage)
  })
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
