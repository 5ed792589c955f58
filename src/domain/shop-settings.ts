import { categoryNames } from './catalogue/category-names.ts'
import { parseEmail } from './contact/email.ts'
import { parseInstagram } from './contact/instagram.ts'
import { isOwnNumber } from './contact/own-number.ts'
import { formatWhatsapp, parseWhatsapp } from './contact/whatsapp.ts'
import { corrections } from './corrections.ts'
import {
  contact,
  inEachLanguage,
  isNothing,
  optional,
  required,
  switchedOn,
  text,
  weeks,
  type TextField,
} from './field-kinds.ts'
import {
  absentValues,
  parseFields,
  readFields,
  type Field,
  type FieldTable,
  type RequestOf,
  type ValuesOf,
} from './field-table.ts'
import { focusField } from './focus.ts'
import { InvalidInputError } from './invalid-input.ts'
import { isLanguage, type Language, type ShopLanguages } from './language.ts'
import { noticeFields } from './notice-fields.ts'
import { findMissingInNotice } from './notice.ts'
import { isPhotoId, readPhoto, type Photo } from './photo.ts'
import { findTextProblems, isRecord, textsByLanguage, type TextsByLanguage } from './texts-by-language.ts'

/** Texts that a shop may have in each of its languages: see {@link translatedNames}. */
const line = (max: number) => inEachLanguage(text(max, { absent: '' }))
const lines = (max: number) => inEachLanguage(text(max, { absent: '', isMultiline: true }))

/** Example numbers count as empty. Which numbers can exist changes with time, so stored numbers are not checked again. */
const phoneNumber: TextField = {
  ...contact(text(40, { absent: '' }), {
    code: 'notAWhatsappNumber',
    convert(typed) {
      const digits = parseWhatsapp(typed)
      return digits === undefined || isOwnNumber(digits) ? digits : ''
    },
    isStorable: (stored) => /^\d+$/.test(stored) && isOwnNumber(stored),
  }),
  format: (digits) => (digits === '' ? '' : formatWhatsapp(digits)),
}

const instagram = contact(text(200, { absent: '' }), {
  code: 'notAnInstagramProfile',
  convert: parseInstagram,
  isStorable: (stored) => stored.startsWith('https://'),
})

const email = contact(text(100, { absent: '' }), {
  code: 'notAnEmailAddress',
  convert: parseEmail,
  isStorable: (stored) => parseEmail(stored) === stored,
})

/** Clients send its id; whether there is such a photo, the caller checks. */
const photo: Field<Photo | null, string | null> = {
  ...optional({ check: readPhoto, problem: { code: 'notAPhoto' }, format: ({ id }) => id }),
  absent: null,
  parse(input) {
    if (isNothing(input)) return { value: null }
    return isPhotoId(input) ? { value: input } : { problem: { code: 'notAPhoto' } }
  },
}

/** The shop's first language comes first. A form has them in one text, such as `si en`. */
const shopLanguages: Field<ShopLanguages> = {
  absent: ['en'],
  parse(input) {
    if (isNothing(input)) return { value: ['en'] }
    const named: unknown = typeof input === 'string' ? input.trim().split(/\s+/) : input
    const found = toShopLanguages(named)
    const isValid = found !== undefined && found.length === (named as readonly unknown[]).length
    return isValid ? { value: found } : { problem: { code: 'notLanguages' } }
  },
  read(stored = ['en']) {
    const found = toShopLanguages(stored)
    const isFault = found?.length !== (stored as readonly unknown[] | null)?.length
    return { value: found ?? ['en'], isFault }
  },
  format: (value) => value.join(' '),
}

/** The languages in a list, each once; `undefined` if it has none. */
function toShopLanguages(list: unknown): ShopLanguages | undefined {
  const [first, ...others] = new Set(Array.isArray(list) ? list.filter(isLanguage) : [])
  return first === undefined ? undefined : [first, ...others]
}

/** Where a page has words of its own in its language. */
const withOwnWords: ReadonlySet<TranslatedName> = new Set(['eyebrow', 'headline', 'sub'])

function translatedField(name: string): TextField | undefined {
  return isTranslated(name) ? settingFields[name] : undefined
}

/** The same texts in other languages than the first, by language and name. */
const translations: Field<TextsByLanguage> = textsByLanguage({ fieldOf: translatedField })

export type WhoMayAdd = 'anyone' | 'owners'

/** An invalid one is stored as the strictest. */
const whoMayAdd: Field<WhoMayAdd | null> = {
  ...optional<WhoMayAdd>({
    check: (value) => (value === 'anyone' || value === 'owners' ? value : undefined),
    problem: { code: 'notWhoMayAdd' },
  }),
  read(stored = null) {
    if (stored === null || stored === 'anyone') return { value: stored, isFault: false }
    return { value: 'owners', isFault: stored !== 'owners' }
  },
}

/** What owners decide about their shop, one row for each setting. The environment gives first values: {@link SettingsSeeds}. */
export const settingFields = {
  name: required(text(60, { absent: '' }), 'nameRequired'),
  /** Of visitor pages. The first has addresses without a prefix: `language.ts`. */
  languages: shopLanguages,
  /** International number, digits only; empty: the shop has none of its own. */
  whatsapp: phoneNumber,
  /** The same for calls; empty: the maker takes none. */
  phone: phoneNumber,
  /** Empty: the maker takes no enquiries by e-mail. */
  email,
  /** Whether visitors can copy an enquiry to send it elsewhere, and scan the address of a piece with their phones. */
  copyMessage: switchedOn,
  qrCode: switchedOn,
  /** `https:` URL of the photo profile; empty: none. */
  instagram,
  /** The texts at the top of the home page; empty: the page's own. */
  eyebrow: line(60),
  headline: line(80),
  sub: line(200),
  /** Plain texts with line breaks; empty: none. */
  place: lines(120),
  about: lines(2_000),
  delivery: lines(2_000),
  care: lines(2_000),
  payment: lines(600),
  returns: lines(600),
  /** When and how the maker shows a piece in a video call. */
  videoCall: lines(300),
  howToMeasure: lines(1_000),
  /** A line each next to the enquiry button; empty: none. How soon a message is answered; what delivery takes and costs. */
  replyTime: line(80),
  deliveryLine: line(80),
  /** Not always where the shop is, which `place` says. */
  knittedIn: line(80),
  /** How long an item that is made to order usually takes: 1 to 52; `null`: not said. */
  weeksToMake: weeks,
  /** The photo next to `about`. */
  aboutPhoto: photo,
  /** The photo of the shop's own link preview. */
  sharePhoto: photo,
  /** The photo at the top of the home page. */
  heroPhoto: photo,
  /** The point of `heroPhoto` that stays in sight. */
  heroFocus: focusField,
  /** A line on every page: whether the shop is closed, and until when orders are taken. */
  ...noticeFields,
  translations,
  /** `null`: only owners, but in a preview environment anyone until the shop is claimed. */
  whoMayAdd,
} satisfies FieldTable

/** Everything that is stored with the settings: also what owners change apart from them. */
const storedSettings = {
  ...settingFields,
  corrections,
  categoryNames,
} satisfies FieldTable

/** The settings of a shop. */
export type ShopSettings = ValuesOf<typeof storedSettings>

/** Those that the form of the settings has. */
export type FormSettings = ValuesOf<typeof settingFields>

/** Shop settings as a client sends and receives them, with the ids of photos. */
export type SettingsRequest = RequestOf<typeof settingFields>

export type SettingName = keyof typeof settingFields

export const settingNames = Object.keys(settingFields) as SettingName[]

export type TranslatedName = {
  [Name in SettingName]: (typeof settingFields)[Name] extends { isTranslated: true } ? Name : never
}[SettingName]

export function isTranslated(name: string): name is TranslatedName {
  return Object.hasOwn(settingFields, name) && 'isTranslated' in settingFields[name as SettingName]
}

/** The texts that a shop may have in each of its languages. The settings of these names have them in the first language. */
export const translatedNames = settingNames.filter(isTranslated)

/** The name of a text in a language other than the first: of its field in forms, and of what is wrong with it. */
export type TranslationName = `${TranslatedName}@${Language}`

export type PhotoName = { [Name in SettingName]: Photo extends ShopSettings[Name] ? Name : never }[SettingName]

export const photoSettings = settingNames.filter((name) => settingFields[name] === photo) as PhotoName[]

/** A record with a value for each photo. */
export function mapPhotos<Value>(toValue: (name: PhotoName) => Value): Readonly<Record<PhotoName, Value>> {
  return Object.fromEntries(photoSettings.map((name) => [name, toValue(name)])) as Record<PhotoName, Value>
}

/** The settings of a shop that has none. */
export const defaultSettings: ShopSettings = { ...absentValues(storedSettings), name: 'Stockinette' }

/** First values of settings, from the environment: stored at a start where the shop's settings do not have them yet. */
export type SettingsSeeds = {
  readonly [Name in 'name' | 'whatsapp' | 'instagram' | 'whoMayAdd']?: ShopSettings[Name] | undefined
}

/** The seeds that stored settings lack; `undefined` if they lack none. */
export function findMissingSeeds(stored: object, seeds: SettingsSeeds): Partial<ShopSettings> | undefined {
  const missing = Object.entries(seeds).filter(([name, seed]) => seed !== undefined && !Object.hasOwn(stored, name))
  return missing.length === 0 ? undefined : Object.fromEntries(missing)
}

/** Whether an owner saved the settings: she saves all fields, seeds are single ones. */
export function hasAllSettings(stored: object): boolean {
  return Object.keys(storedSettings).every((name) => Object.hasOwn(stored, name))
}

/** What is wrong with a shop's settings, for its owners. `no-whatsapp`: a public shop that no enquiry reaches. */
export type ShopWarning = 'no-whatsapp'

/** What an owner has said about her shop: its name, her number, who makes the pieces. */
export type DescribedPart = 'name' | 'number' | 'story'

/** What the settings of a shop say and lack, for its owners; JSON. */
export interface SettingsReport {
  /** What is wrong with them. */
  readonly warnings: readonly ShopWarning[]
  readonly described: readonly DescribedPart[]
}

/**
 * Parses shop settings from a form's strings or a JSON body. The photos must exist, which the caller checks. Its result
 * parses to itself.
 *
 * @throws InvalidInputError with a problem for each invalid field.
 */
export function parseShopSettings(input: unknown): SettingsRequest {
  if (!isRecord(input)) {
    throw new InvalidInputError('invalid-settings', { code: 'notSettings' })
  }
  const { values, problems } = parseFields(settingFields, input)
  const { translations: given } = input as { readonly translations?: unknown }
  const wrongTexts = findTextProblems(given, { fieldOf: translatedField }, (name, language) => `${name}@${language}`)
  if (wrongTexts.length > 0) problems.delete('translations')
  for (const [name, problem] of wrongTexts) problems.set(name, problem)
  for (const [name, problem] of Object.entries(findMissingInNotice(values))) {
    if (!problems.has(name)) problems.set(name, problem)
  }
  if (problems.size > 0) throw new InvalidInputError('invalid-settings', undefined, Object.fromEntries(problems))
  return values
}

/**
 * Reads stored settings, which another program may have written. A field that is left out or invalid has its default, apart
 * from `whoMayAdd`, which is the strictest if it is invalid.
 *
 * @returns `undefined` if they are no settings.
 */
export function readShopSettings(stored: unknown): ShopSettings | undefined {
  if (!isRecord(stored)) return undefined
  const { values } = readFields(storedSettings, { name: defaultSettings.name, ...stored })
  return values.name === '' ? undefined : values
}

/**
 * The settings with the texts of a page in a language. One that is missing is in the first language, or else, unless the page has
 * words of its own for it, in another of the shop's.
 */
export function inLanguage(settings: ShopSettings, language: Language): ShopSettings {
  const { languages, translations: texts } = settings
  const textIn = (name: TranslatedName, each: Language) =>
    each === languages[0] ? settings[name] : (texts[each]?.[name] ?? '')
  const find = (name: TranslatedName) =>
    [language, ...(withOwnWords.has(name) ? languages.slice(0, 1) : languages)]
      .map((each) => textIn(name, each))
      .find((found) => found !== '') ?? ''
  return { ...settings, ...Object.fromEntries(translatedNames.map((name) => [name, find(name)])) }
}

/** The photos that settings use, each once. */
export function photosOfSettings(settings: Pick<ShopSettings, PhotoName>): Photo[] {
  const photos = photoSettings.map((name) => settings[name]).filter((each) => each !== null)
  return [...new Map(photos.map((each) => [each.id, each])).values()]
}

/** The settings as they are sent to clients. */
export function toSettingsRequest(settings: ShopSettings): SettingsRequest {
  const shown = Object.fromEntries(settingNames.map((name) => [name, settings[name]])) as FormSettings
  return { ...shown, ...mapPhotos((name) => settings[name]?.id ?? null) }
}
