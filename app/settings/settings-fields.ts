import type { Field } from '../../src/domain/fields/field-table.ts'
import {
  parseShopSettings,
  photoSettings,
  settingFields,
  settingNames,
  type PhotoName,
  type SettingName,
  type SettingsRequest,
} from '../../src/domain/shop-settings.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'

export type FieldName = Exclude<SettingName, PhotoName>
export type Fields = Readonly<Record<FieldName, string>>
/** The photos' ids. */
export type PhotoIds = Pick<SettingsRequest, PhotoName>

const fieldNames = settingNames.filter((name): name is FieldName => !photoSettings.some((photo) => photo === name))

/** The fields as strings, for the form. */
export function toFields(settings: SettingsRequest): Fields {
  return mapFields((name) => (settingFields[name] as Field<unknown>).format(settings[name]))
}

/** The fields that differ, with their later values. */
export function changedFields(before: Fields, now: Fields): Partial<Fields> {
  const changed = fieldNames.filter((name) => before[name] !== now[name])
  return Object.fromEntries(changed.map((name) => [name, now[name]]))
}

/** The values, with the latest one of each field that still has its old value. */
export function mergeFields(values: Fields, old: Fields, latest: Fields): Fields {
  return mapFields((name) => (values[name] === old[name] ? latest[name] : values[name]))
}

function mapFields(toValue: (name: FieldName) => string): Fields {
  return Object.fromEntries(fieldNames.map((name) => [name, toValue(name)])) as Record<FieldName, string>
}

/** @throws InvalidInputError */
export function parseFields(fields: Fields, photos: PhotoIds): SettingsRequest {
  return parseShopSettings({ ...fields, ...photos })
}

/** What is shown next to the fields that somebody else has changed. */
export function describeChanges(
  before: SettingsRequest,
  now: SettingsRequest,
  { manage, shopSettings: texts }: BrowserMessages,
): Readonly<Record<string, string>> {
  const [old, theirs] = [toFields(before), toFields(now)]
  const changed = Object.keys(changedFields(old, theirs)) as FieldName[]
  const fields = changed.map((name) => [name, manage.meanwhile(describe(name, theirs[name], texts))])
  const photos = photoSettings
    .filter((name) => before[name] !== now[name])
    .map((name) => [name, now[name] === null ? texts.meanwhileNoPhoto : texts.meanwhilePhoto])
  return Object.fromEntries([...fields, ...photos]) as Record<string, string>
}

function describe(name: FieldName, value: string, texts: BrowserMessages['shopSettings']): string {
  if (name === 'whoMayAdd') return value === 'anyone' ? texts.anyone : texts.owners
  return value
}
