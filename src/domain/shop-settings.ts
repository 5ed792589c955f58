import { parseInstagram } from './contact/instagram.ts'
import { parseWhatsapp } from './contact/whatsapp.ts'
import { isWeeks, maxWeeks, parseWeeks } from './item/item-details.ts'
import { isPhotoId, readPhoto, type Photo } from './photo.ts'
import { cleanText } from './text/clean-text.ts'

/** What owners decide about their shop. The environment gives first values: {@link SettingsSeeds}. */
export interface ShopSettings {
  /** 1 to 60 characters. */
  readonly name: string
  /** International number, digits only; empty: the shop has none of its own. */
  readonly whatsapp: string
  /** `https:` URL of the photo profile; empty: none. */
  readonly instagram: string
  /** The texts at the top of the home page; empty: the page's own. */
  readonly eyebrow: string
  readonly headline: string
  readonly sub: string
  /** Plain texts with line breaks; empty: none. */
  readonly place: string
  readonly about: string
  readonly delivery: string
  readonly care: string
  /** How long an item that is made to order usually takes: 1 to 52; `null`: not said. */
  readonly weeksToMake: number | null
  /** The photo next to `about`. */
  readonly aboutPhoto: Photo | null
  /** The photo of the shop's own link preview. */
  readonly sharePhoto: Photo | null
  /** The photo at the top of the home page. */
  readonly heroPhoto: Photo | null
  /** `null`: only owners, but in a preview environment anyone until the shop is claimed. */
  readonly whoMayAdd: WhoMayAdd | null
}

/** The settings of a shop that has none. */
export const defaultSettings: ShopSettings = {
  name: 'Stockinette',
  whatsapp: '',
  instagram: '',
  eyebrow: '',
  headline: '',
  sub: '',
  place: '',
  about: '',
  delivery: '',
  care: '',
  weeksToMake: null,
  aboutPhoto: null,
  sharePhoto: null,
  heroPhoto: null,
  whoMayAdd: null,
}

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
  return Object.keys(defaultSettings).every((name) => Object.hasOwn(stored, name))
}

/** What is wrong with a shop's settings, for its owners. `no-whatsapp`: a public shop without a number of its own. */
export type ShopWarning = 'no-whatsapp'

/** What an owner has said about her shop: its name, her number, who makes the pieces. */
export type DescribedPart = 'name' | 'number' | 'story'

/** What the settings of a shop say and lack, for its owners; JSON. */
export interface SettingsReport {
  /** What is wrong with them. */
  readonly warnings: readonly ShopWarning[]
  readonly described: readonly DescribedPart[]
}

export type WhoMayAdd = 'anyone' | 'owners'

export const settingsPhotos = ['aboutPhoto', 'sharePhoto', 'heroPhoto'] as const

type PhotoSetting = (typeof settingsPhotos)[number]

/** Shop settings as a client sends and receives them, with the ids of photos. */
export type SettingsRequest = Omit<ShopSettings, PhotoSetting> & Readonly<Record<PhotoSetting, string | null>>

/** The maximum length of each text, in UTF-16 code units. */
export const maxSettingLengths = {
  name: 60,
  whatsapp: 40,
  instagram: 200,
  eyebrow: 60,
  headline: 80,
  sub: 200,
  place: 120,
  about: 2_000,
  delivery: 2_000,
  care: 2_000,
} as const

export type TextSetting = keyof typeof maxSettingLengths

/** The texts that keep their line breaks. */
const multiline: ReadonlySet<TextSetting> = new Set(['place', 'about', 'delivery', 'care'])

/** What can be wrong with shop settings. `src/messages/describe-item-problem.ts` turns it into text. */
export type SettingsProblemCode =
  | 'notSettings'
  | 'notText'
  | 'tooLong'
  | 'nameRequired'
  | 'notAWhatsappNumber'
  | 'notAnInstagramProfile'
  | 'notWeeks'
  | 'notAPhoto'
  | 'photoNotFound'
  | 'notWhoMayAdd'

export interface SettingsProblem {
  readonly code: SettingsProblemCode
  /** The limit that the value exceeds. */
  readonly max?: number
}

/** Shop settings are invalid. It has codes and no text: each language has its own. */
export class InvalidSettingsError extends Error {
  override name = 'InvalidSettingsError'
  readonly code = 'invalid-settings'
  /** What is wrong with the settings as a whole; `undefined`: only their fields. */
  readonly problem: SettingsProblem | undefined
  /** By the field's name. */
  readonly fields: Readonly<Record<string, SettingsProblem>> | undefined

  constructor(problem: SettingsProblem | undefined, fields?: Readonly<Record<string, SettingsProblem>>) {
    super(JSON.stringify({ problem, fields }))
    this.problem = problem
    this.fields = fields
  }
}

/** Recognises the error by its name: the page bundle holds a second copy of the class. */
export function isInvalidSettings(error: unknown): error is InvalidSettingsError {
  return error instanceof Error && error.name === 'InvalidSettingsError'
}

/**
 * Parses shop settings from a form's strings or a JSON body: trims, adds defaults and validates. All rules for settings
 * are here, except that the photos must exist, which the caller checks. Its result parses to itself.
 *
 * @throws InvalidSettingsError with a problem for each invalid field.
 */
export function parseShopSettings(input: unknown): SettingsRequest {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new InvalidSettingsError({ code: 'notSettings' })
  }
  const given = input as Partial<Record<keyof ShopSettings, unknown>>
  const problems = new Map<string, SettingsProblem>()
  const note = <T>(name: string, parsed: T | SettingsProblem, otherwise: T): T => {
    if (!isProblem(parsed)) return parsed
    problems.set(name, parsed)
    return otherwise
  }
  const text = (name: TextSetting) => note(name, parseText(given[name], name), '')
  const photo = (name: PhotoSetting) => note(name, parsePhotoId(given[name]), null)

  const settings: SettingsRequest = {
    name: text('name'),
    whatsapp: note('whatsapp', parseContact(text('whatsapp'), parseWhatsapp, 'notAWhatsappNumber'), ''),
    instagram: note('instagram', parseProfile(text('instagram')), ''),
    eyebrow: text('eyebrow'),
    headline: text('headline'),
    sub: text('sub'),
    place: text('place'),
    about: text('about'),
    delivery: text('delivery'),
    care: text('care'),
    weeksToMake: note('weeksToMake', parseUsualWeeks(given.weeksToMake), null),
    aboutPhoto: photo('aboutPhoto'),
    sharePhoto: photo('sharePhoto'),
    heroPhoto: photo('heroPhoto'),
    whoMayAdd: note('whoMayAdd', parseWhoMayAdd(given.whoMayAdd), null),
  }
  if (settings.name === '' && !problems.has('name')) problems.set('name', { code: 'nameRequired' })
  if (problems.size > 0) throw new InvalidSettingsError(undefined, Object.fromEntries(problems))
  return settings
}

/**
 * Reads stored settings, which another program may have written. A field that is left out has its default; an invalid one
 * too, apart from `whoMayAdd`, which then is the strictest. Numbers are not checked again: whether one can exist changes with time.
 *
 * @returns `undefined` if they are no settings.
 */
export function readShopSettings(stored: unknown): ShopSettings | undefined {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined
  const given = stored as Partial<Record<keyof ShopSettings, unknown>>
  const text = (name: TextSetting, form = /^/) => {
    const value = given[name]
    const cleaned = typeof value === 'string' ? cleanText(value, multiline.has(name)) : ''
    return cleaned.length <= maxSettingLengths[name] && form.test(cleaned) ? cleaned : ''
  }
  const { weeksToMake, whoMayAdd = defaultSettings.whoMayAdd } = given
  const name = given.name === undefined ? defaultSettings.name : text('name')
  if (name === '') return undefined
  return {
    name,
    whatsapp: text('whatsapp', /^\d*$/),
    instagram: text('instagram', /^https:\/\//),
    eyebrow: text('eyebrow'),
    headline: text('headline'),
    sub: text('sub'),
    place: text('place'),
    about: text('about'),
    delivery: text('delivery'),
    care: text('care'),
    weeksToMake: isWeeks(weeksToMake) ? weeksToMake : null,
    aboutPhoto: readPhoto(given.aboutPhoto) ?? null,
    sharePhoto: readPhoto(given.sharePhoto) ?? null,
    heroPhoto: readPhoto(given.heroPhoto) ?? null,
    whoMayAdd: whoMayAdd === null || whoMayAdd === 'anyone' ? whoMayAdd : 'owners',
  }
}

/** The photos that settings use, each once. */
export function photosOfSettings(settings: Pick<ShopSettings, PhotoSetting>): Photo[] {
  const photos = settingsPhotos.map((name) => settings[name]).filter((photo) => photo !== null)
  return [...new Map(photos.map((photo) => [photo.id, photo])).values()]
}

/** The settings as they are sent to clients. */
export function toSettingsRequest(settings: ShopSettings): SettingsRequest {
  const { aboutPhoto, sharePhoto, heroPhoto, ...rest } = settings
  return {
    ...rest,
    aboutPhoto: aboutPhoto?.id ?? null,
    sharePhoto: sharePhoto?.id ?? null,
    heroPhoto: heroPhoto?.id ?? null,
  }
}

function isProblem(parsed: unknown): parsed is SettingsProblem {
  return typeof parsed === 'object' && parsed !== null && 'code' in parsed
}

function parseText(value: unknown, name: TextSetting): string | SettingsProblem {
  if (typeof (value ?? '') !== 'string') return { code: 'notText' }
  const text = cleanText((value ?? '') as string, multiline.has(name))
  const max = maxSettingLengths[name]
  return text.length > max ? { code: 'tooLong', max } : text
}

function parseContact(
  value: string,
  parse: (value: string) => string | undefined,
  code: SettingsProblemCode,
): string | SettingsProblem {
  return value === '' ? '' : (parse(value) ?? { code })
}

/** An address may be longer than what was typed: letters of other scripts become several characters each. */
function parseProfile(value: string): string | SettingsProblem {
  const profile = parseContact(value, parseInstagram, 'notAnInstagramProfile')
  const max = maxSettingLengths.instagram
  return typeof profile === 'string' && profile.length > max ? { code: 'tooLong', max } : profile
}

function parseUsualWeeks(value: unknown): number | null | SettingsProblem {
  const weeks = parseWeeks(value)
  return 'value' in weeks ? weeks.value : { code: 'notWeeks', max: maxWeeks }
}

function parsePhotoId(value: unknown): string | null | SettingsProblem {
  if (value === undefined || value === null || value === '') return null
  return isPhotoId(value) ? value : { code: 'notAPhoto' }
}

function parseWhoMayAdd(value: unknown): WhoMayAdd | null | SettingsProblem {
  if (value === undefined || value === null || value === '') return null
  return value === 'anyone' || value === 'owners' ? value : { code: 'notWhoMayAdd' }
}
