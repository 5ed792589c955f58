import { isDeepStrictEqual } from 'node:util'

import type { DocumentReference, DocumentSnapshot, Firestore, Timestamp } from '@google-cloud/firestore'

import { createWatchers, type Watchers } from '../catalogue/watchers.ts'
import { ShopError } from '../domain/errors.ts'
import { readShopSettings, type ShopSettings } from '../domain/shop-settings.ts'
import { callFirestore } from '../google/call-firestore.ts'
import { toMicroseconds } from '../google/firestore-client.ts'
import { isAlreadyExists, isRetryable, isWriteConflict, withTimeout } from '../google/firestore-error.ts'
import { keepListening } from '../google/keep-listening.ts'
import type { Log } from '../log.ts'
import { problems } from '../messages/messages.ts'
import { firstVersion, type SaveOutcome, type SettingsStore, type VersionedSettings } from './settings-store.ts'

/** Where the settings of the project are. */
function documentOf(firestore: Firestore): DocumentReference {
  return firestore.collection('settings').doc('shop')
}

/** The settings that were saved; `undefined` if none were. Rejects with ShopError `storage-unavailable`. */
export async function readSavedSettings(firestore: Firestore): Promise<ShopSettings | undefined> {
  const snapshot = await callFirestore(() => withTimeout(attemptMs, documentOf(firestore).get()))
  return readShopSettings(snapshot.data())
}

/** An attempt that timed out may still have written: the next attempt finds out. */
const attemptMs = 8_000

export interface FirestoreSettingsOptions {
  readonly firestore: Firestore
  /** The settings until some are saved. */
  readonly first: ShopSettings
  readonly log: Log
}

/** The times of a read are this loose in Google's emulator, in microseconds. */
const toleranceMicroseconds = 1_000_000

/** Settings as the document had them. */
interface Known extends VersionedSettings {
  /** Orders what is known, by Firestore's clock: microseconds since 1970. */
  readonly at: number
  /** When the document was written; `undefined` if there is none. */
  readonly updateTime: Timestamp | undefined
}

/**
 * Shop settings in the document `settings/shop`, its fields as in `ShopSettings`. A listener reports what other processes
 * save: one read for each change and process. The version is the time of the last write.
 */
export class FirestoreSettings implements SettingsStore {
  readonly #document
  readonly #first: ShopSettings
  readonly #log: Log
  readonly #watchers: Watchers<VersionedSettings>
  readonly #ended = new AbortController()
  readonly #listening: Promise<void>
  #known: Known | undefined

  constructor({ firestore, first, log }: FirestoreSettingsOptions) {
    this.#document = documentOf(firestore)
    this.#first = first
    this.#log = log
    this.#watchers = createWatchers((error) => log.error({ err: error }, 'A watcher of the shop settings failed.'))
    this.#listening = keepListening({
      source: this.#document,
      onSnapshot: (snapshot) => this.#take(snapshot),
      onError: (error) => {
        if (!this.#ended.signal.aborted) log.error({ err: error }, 'the listener for shop settings failed')
      },
      signal: this.#ended.signal,
    })
  }

  async read(): Promise<VersionedSettings> {
    return withoutTimes(await callFirestore(() => this.#read()))
  }

  /** Reads, checks and writes; starts over if another write came in between (optimistic concurrency). */
  async save(settings: ShopSettings, version: string): Promise<SaveOutcome> {
    let before: ShopSettings | undefined // By the first attempt: the response of a later one may have been lost.
    const attempt = async (): Promise<SaveOutcome> => {
      const found = await this.#read()
      before ??= found.settings
      const isSaved = found.version !== firstVersion && isDeepStrictEqual(found.settings, settings)
      const isConflict = !isSaved && found.version !== version
      if (!isSaved && !isConflict) await this.#write(settings, found)
      const present = isSaved || isConflict ? found : await this.#read()
      this.#apply(present)
      return { isDone: !isConflict, before, present: withoutTimes(present) }
    }
    const shouldRetry = ({ error }: { error: unknown }) =>
      isRetryable(error) || isWriteConflict(error) || isAlreadyExists(error)
    return callFirestore(attempt, { shouldRetry })
  }

  watch(listener: (present: VersionedSettings) => void): () => void {
    return this.#watchers.add(listener, this.#known && withoutTimes(this.#known))
  }

  /** Stops listening; `firestore` stays open. */
  async close(): Promise<void> {
    this.#ended.abort()
    await this.#listening
  }

  async #read(): Promise<Known> {
    const known = this.#parse(await withTimeout(attemptMs, this.#document.get()))
    if (known === undefined) throw new ShopError('storage-unavailable', problems.storageUnreadable)
    return known
  }

  async #write(settings: ShopSettings, { updateTime: lastUpdateTime }: Known): Promise<void> {
    const fields = { ...settings }
    const writing =
      lastUpdateTime === undefined ? this.#document.create(fields) : this.#document.update(fields, { lastUpdateTime })
    await withTimeout(attemptMs, writing)
  }

  #take(snapshot: DocumentSnapshot): void {
    const known = this.#parse(snapshot)
    if (known !== undefined) this.#apply(known)
  }

  /** Ignores what is older than what is known: the listener and this process's writes are not in step. */
  #apply(known: Known): void {
    if (this.#known !== undefined && known.at < this.#known.at) return
    const isNews = known.version !== this.#known?.version
    this.#known = known
    if (isNews) this.#watchers.notify(withoutTimes(known))
  }

  /** `undefined` when another program wrote a document that is no settings. */
  #parse(snapshot: DocumentSnapshot): Known | undefined {
    const { updateTime, readTime } = snapshot
    if (!snapshot.exists || updateTime === undefined) {
      const at = toMicroseconds(readTime) - toleranceMicroseconds
      return { settings: this.#first, version: firstVersion, at, updateTime: undefined }
    }
    const settings = readShopSettings(snapshot.data())
    if (settings === undefined) this.#log.error('the document settings/shop has no shop settings')
    const at = toMicroseconds(updateTime)
    return settings && { settings, version: String(at), at, updateTime }
  }
}

function withoutTimes({ settings, version }: Known): VersionedSettings {
  return { settings, version }
}
