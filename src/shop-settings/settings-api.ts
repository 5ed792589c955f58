import { isDeepStrictEqual } from 'node:util'

import { Hono, type Context } from 'hono'

import { markPhotosUsed } from '../catalogue/item-photos.ts'
import { dayOf } from '../domain/day.ts'
import { ShopError } from '../domain/errors.ts'
import { InvalidInputError } from '../domain/invalid-input.ts'
import { isLanguage, languages as allLanguages, type Language } from '../domain/language.ts'
import type { Notice } from '../domain/notice-fields.ts'
import { hasNoticeEnded } from '../domain/notice.ts'
import {
  isTranslated,
  parseShopSettings,
  photosOfSettings,
  toSettingsRequest,
  type ShopSettings,
} from '../domain/shop-settings.ts'
import { isRecord, type TextsByLanguage } from '../domain/texts-by-language.ts'
import type { Log } from '../log.ts'
import { problems } from '../messages/messages.ts'
import type { Visitor } from '../owners/access.ts'
import type { Notify } from '../owners/notices/notify.ts'
import { createOwnerChecks } from '../owners/owners-only.ts'
import type { RequestChecks } from '../owners/permissions.ts'
import type { PhotoLibrary } from '../photos/photo-library.ts'
import type { Bindings } from '../web/bindings.ts'
import { readVersion, toTag } from '../web/middleware/entity-tag.ts'
import { touchSettingsPhotos } from './settings-photos.ts'
import type { SaveOutcome, SettingsStore, VersionedSettings } from './settings-store.ts'

export interface SettingsApiOptions extends RequestChecks {
  readonly settings: SettingsStore
  readonly photos: Pick<PhotoLibrary, 'touch' | 'markUsed'>
  /** Tells the owners of a change of `sensitive` settings. */
  readonly notify: Notify
  readonly log: Log
}

/** Where enquiries and payments go, and who may add items, each with the notice of its change. */
const sensitive = {
  whatsapp: 'number',
  phone: 'phone',
  email: 'email',
  instagram: 'profile',
  // Says how to pay where `payment` is empty.
  delivery: 'payment',
  payment: 'payment',
  whoMayAdd: 'adding',
} as const

type SensitiveName = keyof typeof sensitive

const sensitiveNames = Object.keys(sensitive) as SensitiveName[]

/**
 * `GET /`, for owners: the settings of the form, with their version in `ETag`. `PUT /` replaces those that its body has, given that
 * version in `If-Match`, and answers like `GET`; if they have another one, the response is 412 with the present settings. A
 * translation that the body does not have stays, and an empty one is taken out. Another one of `sensitive` needs a sign-in of the last five minutes: 403 `sign-in-too-old` otherwise.
 */
export function createSettingsApi(options: SettingsApiOptions) {
  const { settings, photos, notify, log } = options
  const { ownersOnly, readBody } = createOwnerChecks(options)
  const api = new Hono<Bindings>()
  const tellOfChange = async (uid: string, before: ShopSettings, after: ShopSettings) => {
    logSensitiveChange(log, uid, before, after)
    for (const [kind, names] of Map.groupBy(changedOf(before, after), (name) => sensitive[name])) {
      const values = names.map((name) => readSensitive(after, name) ?? '')
      const texts = values.flatMap((value) => (typeof value === 'string' ? value : Object.values(value)))
      await notify({ kind, byUid: uid, about: texts.join('\n') })
    }
  }

  api.get('/', ownersOnly, async (context) => show(context, await settings.read()))
  api.put('/', ownersOnly, async (context) => {
    const version = readVersion(context)
    const save = await readBody(
      context,
      async (body): Promise<() => Promise<SaveOutcome>> => {
        const present = await settings.read()
        const { settings: known } = present
        const request = parseShopSettings(withMissingOf(known, body))
        if (version !== present.version) {
          // Only a request that was made on these settings is compared with them, and saved: the next version can be guessed.
          const isDone = isDeepStrictEqual(request, toSettingsRequest(known))
          return async () => ({ isDone, before: known, present })
        }
        requireRecentSignIn(context.get('owner'), known, request)
        refusePassedDay(known, request)
        const wanted = { ...known, ...(await touchSettingsPhotos(request, photos)) }
        return () => settings.save(wanted, version)
      },
      maxBodyBytes,
    )
    const { isDone, before, present } = await save()
    if (!isDone) {
      const error = { code: 'settings-changed', message: problems.settingsChanged }
      return context.json({ error, settings: toSettingsRequest(present.settings) }, 412, { ETag: toTag(present) })
    }
    // First: a client that repeats an interrupted request changes nothing any more.
    await tellOfChange(context.get('owner').uid, before, present.settings)
    await markPhotosUsed({ photos: photosOfSettings(present.settings) }, options)
    return show(context, present)
  })
  return api
}

/** All texts at their limits, in three languages and with letters of three bytes each, are 66 KB without their line breaks. */
const maxBodyBytes = 256 * 1024

/** A form that was opened before the shop had a setting, or its translations, does not send these, and must not reset them. */
function withMissingOf(present: ShopSettings, body: unknown): unknown {
  if (!isRecord(body)) return body
  const translations = withMissingTexts(present.translations, body['translations'])
  return { ...toSettingsRequest(present), ...body, translations }
}

function withMissingTexts(present: TextsByLanguage, given: unknown): unknown {
  if (!isRecord(given)) return given ?? present
  const merged = Object.entries(given).map(([language, texts]) => [
    language,
    isLanguage(language) && isRecord(texts) ? { ...present[language], ...texts } : texts,
  ])
  return { ...present, ...Object.fromEntries(merged) }
}

/**
 * A notice that has ended since a form was opened may be saved again with it: the job ends it again.
 *
 * @throws InvalidInputError for a new last day that has passed.
 */
function refusePassedDay(present: Notice, wanted: Notice): void {
  if (wanted.noticeUntil === present.noticeUntil || !hasNoticeEnded(wanted, dayOf(new Date()))) return
  throw new InvalidInputError('invalid-settings', undefined, { noticeUntil: { code: 'dayPassed' } })
}

/** As the identity service for passwords: an unattended phone is not enough to send enquiries or payments elsewhere. */
const recentMs = 5 * 60_000

type Sensitive = Pick<ShopSettings, SensitiveName | 'languages' | 'translations'>

/** The sensitive settings that differ, in any language. */
function changedOf(before: Sensitive, after: Sensitive): SensitiveName[] {
  return sensitiveNames.filter((name) => !isDeepStrictEqual(readSensitive(before, name), readSensitive(after, name)))
}

/**
 * What a setting says: a text by language, where it is not empty, whichever is the first; `null` if only owners may add items,
 * as in each shop with an owner that does not say who.
 */
function readSensitive(settings: Sensitive, name: SensitiveName): string | null | Readonly<Record<string, string>> {
  if (name === 'whoMayAdd') return settings[name] === 'anyone' ? 'anyone' : null
  if (!isTranslated(name)) return settings[name]
  const textIn = (language: Language) =>
    language === settings.languages[0] ? settings[name] : (settings.translations[language]?.[name] ?? '')
  const texts = allLanguages.map((language) => [language, textIn(language)] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}

/** @throws ShopError `sign-in-too-old` for another one of `sensitive`. */
function requireRecentSignIn({ signedInAt }: Visitor, present: Sensitive, wanted: Sensitive): void {
  if (changedOf(present, wanted).length === 0 || Date.now() - signedInAt.getTime() <= recentMs) return
  throw new ShopError('sign-in-too-old', problems.signInTooOld)
}

function show(context: Context, present: VersionedSettings): Response {
  return context.json(toSettingsRequest(present.settings), 200, { ETag: toTag(present) })
}

function logSensitiveChange(log: Log, uid: string, before: ShopSettings, after: ShopSettings): void {
  const changes = changedOf(before, after).map((name) => [
    name,
    { before: readSensitive(before, name), after: readSensitive(after, name) },
  ])
  if (changes.length > 0) log.warn({ uid, ...Object.fromEntries(changes) }, 'an owner changed the shop settings')
}
