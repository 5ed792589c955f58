import { isOwnNumber } from '../../src/domain/contact/own-number.ts'
import { formatWhatsapp } from '../../src/domain/contact/whatsapp.ts'
import { parseShopSettings, settingsPhotos, type SettingsRequest } from '../../src/domain/shop-settings.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'

export type PhotoName = (typeof settingsPhotos)[number]
export type FieldName = Exclude<keyof SettingsRequest, PhotoName>
export type Fields = Readonly<Record<FieldName, string>>
/** The photos' ids. */
export type PhotoIds = Readonly<Record<PhotoName, string | null>>

/** Every field but the photos. A record, so that the compiler names this place when the settings get another field. */
const everyField: Record<FieldName, true> = {
  name: true,
  place: true,
  whatsapp: true,
  instagram: true,
  eyebrow: true,
  headline: true,
  sub: true,
  about: true,
  delivery: true,
  care: true,
  weeksToMake: true,
  whoMayAdd: true,
}

const fieldNames = Object.keys(everyField) as FieldName[]

/** The fields as strings, for the form. The specification's number is nobody's: the field is empty. */
export function toFields(settings: SettingsRequest): Fields {
  const { whatsapp } = settings
  const plain = { ...settings, whatsapp: isOwnNumber(whatsapp) ? formatWhatsapp(whatsapp) : '' }
  return mapFields((name) => String(plain[name] ?? ''))
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

/** @throws InvalidSettingsError */
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
  const photos = settingsPhotos
    .filter((name) => before[name] !== now[name])
    .map((name) => [name, now[name] === null ? texts.meanwhileNoPhoto : texts.meanwhilePhoto])
  return Object.fromEntries([...fields, ...photos]) as Record<string, string>
}

function describe(name: FieldName, value: string, texts: BrowserMessages['shopSettings']): string {
  if (name === 'whoMayAdd') return value === 'anyone' ? texts.anyone : texts.owners
  return value
}
