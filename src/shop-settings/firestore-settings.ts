import { isDeepStrictEqual } from 'node:util'

import type { DocumentReference, DocumentSnapshot, Firestore, Timestamp } from '@google-cloud/firestore'

import { createWatchers, type Watchers } from '../catalogue/watchers.ts'
import { ShopError } from '../domain/errors.ts'
import {
  defaultSettings,
  findMissingSeeds,
  hasAllSettings,
  readShopSettings,
  type SettingsSeeds,
  type ShopSettings,
} from '../domain/shop-settings.ts'
import { attemptMs, callFirestore, callUntilAnswered, retriesConflicts } from '../google/call-firestore.ts'
import { toleranceMicroseconds, toMicroseconds } from '../google/firestore-client.ts'
import { withTimeout } from '../google/firestore-error.ts'
import { keepListening } from '../google/keep-listening.ts'
import type { Log } from '../log.ts'
import { problems } from '../messages/messages.ts'
import { firstVersion, type SaveOutcome, type SettingsStore, type VersionedSettings } from './settings-store.ts'

/** Where the settings of the project are. */
function documentOf(firestore: Firestore): DocumentReference {
  return firestore.collection('settings').doc('shop')
}

/** The settings of the project; `undefined` if they cannot be read. Rejects with ShopError `storage-unavailable`. */
export async function readStoredSettings(firestore: Firestore): Promise<ShopSettings | undefined> {
  const snapshot = await callFirestore(() => withTimeout(attemptMs, documentOf(firestore).get()))
  return readShopSettings(snapshot.data() ?? {})
}

export interface FirestoreSettingsOptions {
  readonly firestore: Firestore
  readonly seeds: SettingsSeeds
  readonly log: Log
}

/** Settings as the document had them. */
interface Known {
  readonly present: VersionedSettings
  /** Orders what is known, by Firestore's clock: microseconds since 1970. */
  readonly at: number
  /** When the document was written; `undefined` if there is none. */
  readonly updateTime: Timestamp | undefined
  /** Whether an owner saved them: see `hasAllSettings`. */
  readonly isSaved: boolean
}

/**
 * Shop settings in the document `settings/shop`, its fields as in `ShopSettings`. A listener reports what other processes
 * save: one read for each change and process. The version is the time of the last write.
 */
export class FirestoreSettings implements SettingsStore {
  readonly #document
  readonly #log: Log
  readonly #watchers: Watchers<VersionedSettings>
  readonly #ended = new AbortController()
  readonly #listening: Promise<void>
  #known: Known | undefined

  constructor({ firestore, seeds, log }: FirestoreSettingsOptions) {
    this.#document = documentOf(firestore)
    this.#log = log
    this.#watchers = createWatchers((error) => log.error({ err: error }, 'A watcher of the shop settings failed.'))
    this.#listening = this.#listen(seeds)
  }
  async read(): Promise<VersionedSettings> {
    return (await callFirestore(() => this.#read())).present
  }

  /** Reads, checks and writes; starts over if another write came in between (optimistic concurrency). */
  async save(settings: ShopSettings, version: string): Promise<SaveOutcome> {
    let before: ShopSettings | undefined // By the first attempt: the response of a later one may have been lost.
    const attempt = async (): Promise<SaveOutcome> => {
      const found = await this.#read()
      before ??= found.present.settings
      const isSaved = found.isSaved && isDeepStrictEqual(found.present.settings, settings)
      const isConflict = !isSaved && found.present.version !== version
      if (!isSaved && !isConflict) await this.#write(settings, found.updateTime)
      const now = isSaved || isConflict ? found : await this.#read()
      this.#apply(now)
      return { isDone: !isConflict, before, present: now.present }
    }
    return callFirestore(attempt, retriesConflicts)
  }

  watch(listener: (present: VersionedSettings) => void): () => void {
    return this.#watchers.add(listener, this.#known?.present)
  }

  /** Stops listening; `firestore` stays open. */
  async close(): Promise<void> {
    this.#ended.abort()
    await this.#listening
  }

  /** Until the seeds are stored, the settings are not known: a restriction among them would not apply. */
  async #listen(seeds: SettingsSeeds): Promise<void> {
    const { signal } = this.#ended
    const onError = (error: unknown) => this.#log.error({ err: error }, 'the listener for shop settings failed')
    const onFailedAttempt = (error: unknown) => this.#log.error({ err: error }, 'first shop settings were not stored')
    const storeSeeds = () => callFirestore(() => this.#storeSeeds(seeds), { ...retriesConflicts, signal })
    const hasSeeds = findMissingSeeds({}, seeds) !== undefined
    try {
      if (hasSeeds) await callUntilAnswered(storeSeeds, { signal, onFailedAttempt })
    } catch (error) {
      if (!signal.aborted) throw error
    }
    const onSnapshot = (snapshot: DocumentSnapshot) => this.#apply(this.#parse(snapshot))
    await keepListening({ createSource: () => this.#document, onSnapshot, onError, signal })
  }

  /** Of several processes that start at once, one stores them: the others are refused, and find them when they retry. */
  async #storeSeeds(seeds: SettingsSeeds): Promise<void> {
    const snapshot = await this.#document.get()
    const missing = findMissingSeeds(snapshot.data() ?? {}, seeds)
    if (missing !== undefined) await this.#write(missing, snapshot.updateTime)
  }

  async #read(): Promise<Known> {
    const known = this.#parse(await withTimeout(attemptMs, this.#document.get()))
    if (known === undefined) throw new ShopError('storage-unavailable', problems.storageUnreadable)
    return known
  }

  async #write(settings: Partial<ShopSettings>, lastUpdateTime: Timestamp | undefined): Promise<void> {
    const fields = { ...settings }
    const writing =
      lastUpdateTime === undefined ? this.#document.create(fields) : this.#document.update(fields, { lastUpdateTime })
    await withTimeout(attemptMs, writing)
  }

  /** Ignores what is older than what is known: the listener and this process's writes are not in step. */
  #apply(known: Known | undefined): void {
    if (known === undefined) return
    if (this.#known !== undefined && known.at < this.#known.at) return
    const isNews = known.present.version !== this.#known?.present.version
    this.#known = known
    if (isNews) this.#watchers.notify(known.present)
  }

  /** `undefined` when another program wrote a document that is no settings. */
  #parse(snapshot: DocumentSnapshot): Known | undefined {
    const { updateTime, readTime } = snapshot
    if (!snapshot.exists || updateTime === undefined) {
      const at = toMicroseconds(readTime) - toleranceMicroseconds
      const present = { settings: defaultSettings, version: firstVersion }
      return { present, at, updateTime: undefined, isSaved: false }
    }
    const stored = snapshot.data() ?? {}
    const settings = readShopSettings(stored)
    if (settings === undefined) this.#log.error('the document settings/shop has no shop settings')
    const at = toMicroseconds(updateTime)
    return settings && { present: { settings, version: String(at) }, at, updateTime, isSaved: hasAllSettings(stored) }
  }
}
