import type { Language } from '../../src/domain/language.ts'
import type { Photo } from '../../src/domain/photo.ts'
import {
  mapPhotos,
  parseShopSettings,
  photoSettings,
  photosOfSettings,
  type PhotoName,
  type SettingsRequest,
  type ShopSettings,
} from '../../src/domain/shop-settings.ts'
import { fill } from '../../src/domain/template.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import { errorMessage, FieldsError, RefusedFieldsError } from '../api/localized-error.ts'
import { leaveTimeoutMs, withTimeout } from '../api/timeouts.ts'
import type { Fields } from '../editor/changed-fields.ts'
import { Draft } from '../editor/draft.ts'
import { FormErrors, parseInput } from '../editor/form-errors.ts'
import { keepOwnerMark } from '../session/marks.ts'
import type { Session } from '../session/session.ts'
import { Observable } from '../ui/observable.ts'
import { typedDay } from '../ui/typed-day.ts'
import { fetchSettings, saveSettings, SignInTooOldError, type VersionedSettings } from './settings-api.ts'
import {
  changedSettings,
  changedTexts,
  describeSettingsConflict,
  findTextLanguage,
  readLanguages,
  toTexts,
  toTranslations,
  withLanguages,
  type FieldName,
  type SettingTexts,
} from './settings-fields.ts'
import { SinglePhoto } from './single-photo.ts'

export interface SettingsState {
  /** `undefined` until the server has answered. */
  readonly isOwner?: boolean
  /** Why the settings could not be loaded. */
  readonly loadError?: string | undefined
  /** What the shop has, and what the form shows; `undefined` until loaded. */
  readonly saved?: SettingTexts
  readonly values?: SettingTexts
  /** The language of the shop's texts that the form shows; `undefined`: the first one. */
  readonly textLanguage?: Language
  /** The fields that the last attempt to save was refused for: in sight until one succeeds, whatever else is chosen. */
  readonly refused: readonly string[]
  readonly isSaving: boolean
  /** Whether nothing was changed since the settings were saved. */
  readonly isDone: boolean
  /** Whether the form differs from what the shop has. */
  readonly isChanged: boolean
  /** Whether the browser stores the draft, with its pictures. */
  readonly isKept: boolean
}

/** The draft's key in the browser's storage. */
export const settingsDraftKey = 'shop-settings'

/** The form of the shop's settings. Input is a draft in this browser until it is saved or discarded. */
export class SettingsController extends Observable<SettingsState> {
  readonly photos: Readonly<Record<PhotoName, SinglePhoto>>
  readonly draft = new Draft(settingsDraftKey)
  readonly errors: FormErrors
  readonly #messages: BrowserMessages
  /** Photos that this page knows, by id: the API has their ids only. */
  readonly #known: Map<string, Photo>
  #session: Session | undefined
  #base: VersionedSettings | undefined
  #form: HTMLFormElement | undefined
  /** What was sent on top of `#base` so far: an attempt whose response was lost may have saved it. */
  #unanswered: SettingsRequest[] = []

  /** @param shop has the photos as they are saved. */
  constructor(messages: BrowserMessages, shop: Pick<ShopSettings, PhotoName>) {
    super({ refused: [], isSaving: false, isDone: false, isChanged: false, isKept: true })
    this.#messages = messages
    this.#known = new Map(photosOfSettings(shop).map((photo) => [photo.id, photo]))
    this.photos = mapPhotos((name) => {
      // Another picture has a focus of its own.
      const onReplaced = () => name === 'heroPhoto' && this.setValue('heroFocus', '')
      return new SinglePhoto(`${settingsDraftKey}-${name}`, { onChange: () => this.#onChange(), onReplaced })
    })
    this.errors = new FormErrors(messages, {
      form: () => this.#form,
      check: () => this.#parse(),
      failedPhotos: () => this.#failedPhotos,
    })
    for (const { uploads } of this.#all) uploads.subscribe(() => this.errors.removeValid())
    const states = [this.draft, ...this.#all.map(({ draft }) => draft)].map(({ isStored }) => isStored)
    const isKept = () => states.every((state) => state.get().text && state.get().photos)
    for (const state of states) state.subscribe(() => this.update({ isKept: isKept() }))
  }

  /** Uploads photos until the returned function is called. */
  readonly attach = (form: HTMLFormElement): (() => void) => {
    this.#form = form
    const stops = this.#all.map(({ uploads }) => uploads.start())
    return () => {
      for (const stop of stops) stop()
      this.#form = undefined
    }
  }

  /** As {@link Draft.reloadIfReplaced}. */
  readonly reloadIfReplaced = (): void => {
    for (const { reloadIfReplaced } of [this, ...this.#all].map(({ draft }) => draft)) void reloadIfReplaced()
  }

  /** Loads the settings as this user, and then the draft. */
  async load(session: Session): Promise<void> {
    this.#session = session
    for (const { uploads } of this.#all) uploads.setSession(session)
    try {
      const loaded = await fetchSettings(session)
      const isOwner = loaded !== undefined
      keepOwnerMark(isOwner)
      this.update({ isOwner, loadError: undefined })
      if (loaded && !this.#base) await this.#open(loaded)
    } catch (error) {
      this.update({ loadError: errorMessage(error, this.#messages) })
    }
  }

  readonly loadAgain = (): void => {
    if (this.#session) void this.load(this.#session)
  }

  readonly setValue = (name: FieldName, value: string): void => {
    const { values } = this.get()
    if (!values) return
    this.update({ values: name === 'languages' ? withLanguages(values, value) : { ...values, [name]: value } })
    this.#onChange()
  }

  readonly showTextsIn = (textLanguage: Language): void => this.update({ textLanguage })

  /** Goes back to what the shop has, once the draft is deleted: the browser would open it again after a reload. */
  readonly discard = async (): Promise<void> => {
    await Promise.all([this.draft.delete(), ...this.#all.map((photo) => photo.discard())])
    const { saved } = this.get()
    if (saved) this.update({ values: saved })
    this.update({ refused: [] })
    this.errors.clear()
    void this.#noteChanges()
  }

  async save(): Promise<void> {
    const { values, isSaving } = this.get()
    if (isSaving || !values || !this.#base) return
    this.errors.clear()
    this.update({ isSaving: true, isDone: false })
    try {
      this.#parse() // Reports invalid fields before waiting for uploads.
      await this.#settlePhotos()
      await this.#send(this.#base)
    } catch (error) {
      const { failed } = this.#messages.shopSettings
      if (error instanceof FieldsError) this.#reveal(error)
      this.errors.showFailure(error, error instanceof SignInTooOldError ? undefined : failed)
    }
    this.update({ isSaving: false })
  }

  get #all(): readonly SinglePhoto[] {
    return Object.values(this.photos)
  }

  get #photoIds() {
    return mapPhotos((name) => this.photos[name].id)
  }

  /** @throws FieldsError */
  #parse(): SettingsRequest {
    const { values } = this.get()
    const translations = values && toTranslations(values)
    const noticeUntil = typedDay('noticeUntil', values?.noticeUntil ?? '')
    return parseInput(
      () => parseShopSettings({ ...values, noticeUntil, translations, ...this.#photoIds }),
      this.#messages,
    )
  }

  async #open(loaded: VersionedSettings): Promise<void> {
    this.#setBase(loaded)
    const [draft] = await Promise.all([this.draft.read(), ...this.#all.map((photo) => photo.restore())])
    const saved = toTexts(loaded.settings)
    this.update({ values: { ...saved, ...draft?.fields } })
    void this.#noteChanges()
    const changedPhotos = photoSettings.filter((name) => this.photos[name].isChangedElsewhere)
    const changed = {
      ...this.draft.changedElsewhere({ fields: saved }),
      ...Object.fromEntries(changedPhotos.map((name) => [name, loaded.settings[name] ?? ''])),
    }
    if (Object.keys(changed).length === 0) return
    const conflict = describeSettingsConflict(changed, this.#messages)
    this.#reveal(conflict)
    this.errors.show(conflict)
  }

  async #send(base: VersionedSettings): Promise<void> {
    const { values: sent } = this.get()
    if (!this.#session || !sent) throw new Error(this.#messages.itemRules.notSignedIn)
    const sentPhotos = this.#photoIds
    const settings = this.#parse()
    this.#unanswered.push(settings)
    const outcome = await saveSettings(this.#session, {
      ...base,
      settings: { ...settings, translations: toTranslations(sent) },
    })
    const changed = outcome.isSaved ? {} : changedSettings(base.settings, outcome.settings, this.#unanswered)
    // Something apart from this form was changed, such as a word of the pages, or an attempt without a response was saved.
    const isOwn = Object.keys(changed).length === 0 && outcome.etag !== base.etag
    if (!outcome.isSaved && isOwn) return this.#send(outcome)
    this.#unanswered = []
    const { values = sent } = this.get()
    this.#setBase(outcome)
    // Input from before the request is saved, and replaced by what the shop made of it; later input stays.
    const replaced = outcome.isSaved ? sent : toTexts(base.settings)
    this.update({ values: { ...toTexts(outcome.settings), ...changedTexts(replaced, values) } })
    const rebased = outcome.isSaved ? this.#rebase(sentPhotos) : undefined
    const noted = this.#noteChanges()
    if (!outcome.isSaved) throw describeSettingsConflict(changed, this.#messages)
    // A page that is opened again at once must not find what is saved as a draft.
    await withTimeout(leaveTimeoutMs, Promise.all([rebased, noted]))
    this.update({ isDone: true, refused: [] })
  }

  /** What was sent is saved. @returns when the drafts of its photos are deleted. */
  async #rebase(sentPhotos: Readonly<Record<PhotoName, string | null>>): Promise<void> {
    this.draft.rebase()
    await Promise.all(photoSettings.map((name) => this.photos[name].rebase(sentPhotos[name])))
  }

  #setBase(base: VersionedSettings): void {
    this.#base = base
    for (const { current } of this.#all) if (current?.photo) this.#known.set(current.photo.id, current.photo)
    for (const name of photoSettings) this.photos[name].setSaved(this.#photoOf(base.settings[name]))
    this.update({ saved: toTexts(base.settings) })
  }

  /** A photo that another page has uploaded is shown in its smallest file, which every photo has. */
  #photoOf(id: string | null): Photo | null {
    return id === null ? null : (this.#known.get(id) ?? { id, width: 180, height: 180, placeholder: '' })
  }

  /** @throws RefusedFieldsError if an upload has failed, or a picture was rejected meanwhile. */
  async #settlePhotos(): Promise<void> {
    const settle = (name: PhotoName) =>
      this.photos[name].uploads.settled(this.#messages).catch(({ message }: RefusedFieldsError) => {
        const failed = { [name]: message, ...this.#failedPhotos }
        throw new RefusedFieldsError(Object.values(failed).join(' '), failed)
      })
    await Promise.all(photoSettings.map(settle))
  }

  get #failedPhotos(): Fields {
    const { picture } = this.#messages.shopSettings
    const failed = photoSettings.filter((name) => this.photos[name].current?.status === 'failed')
    const describe = (name: PhotoName) => errorMessage(this.photos[name].current?.error, this.#messages)
    return Object.fromEntries(failed.map((name) => [name, fill(picture.failed, { words: describe(name) })]))
  }

  /** Brings the fields of an error into sight, in the language of a text among them. */
  #reveal({ fields }: FieldsError): void {
    const { values, textLanguage } = this.get()
    const [first = 'en'] = readLanguages(values?.languages ?? '')
    const refused = Object.keys(fields)
    const found = findTextLanguage(refused, textLanguage ?? first, first)
    this.update({ refused, ...(found && { textLanguage: found }) })
  }

  #onChange(): void {
    void this.#noteChanges()
    this.errors.removeValid()
  }

  /** Stores what differs from the saved settings as the draft. @returns when it is stored, or deleted. */
  #noteChanges(): Promise<void> {
    const { values, saved } = this.get()
    if (!values || !saved) return Promise.resolve()
    const fields = changedTexts(saved, values)
    const isChanged = Object.keys(fields).length > 0 || this.#all.some((photo) => photo.isChanged)
    this.update({ isChanged, isDone: false })
    return this.draft.storeText(fields, undefined, { fields: saved })
  }
}
