import { ShopError } from '../domain/errors.ts'
import type { ShopSettings } from '../domain/shop-settings.ts'
import { problems } from '../messages/messages.ts'

/** Shop settings, and the version that a change of them must name. */
export interface VersionedSettings {
  readonly settings: ShopSettings
  /** Digits, another with each save. `0`: nothing was stored, these are the defaults. */
  readonly version: string
}

/** The version of the defaults. */
export const firstVersion = '0'

/** The result of saving. */
export interface SaveOutcome {
  /** `false`: somebody else saved other settings first. */
  readonly isDone: boolean
  /** The settings before this call. */
  readonly before: ShopSettings
  /** The settings now. */
  readonly present: VersionedSettings
}

/**
 * Where shop settings are saved. A store is opened with the environment's seeds, and stores those that the settings do not
 * have yet: from then on, the environment is ignored. Every method but `watch` rejects with ShopError `storage-unavailable`.
 *
 * `settings.contract.ts` has these promises as tests.
 */
export interface SettingsStore {
  /** What was saved last, in any process; the defaults before that. */
  read(): Promise<VersionedSettings>
  /**
   * Saves all settings if `version` is that of the present ones. Saving what is saved already succeeds with any version
   * and changes nothing, so a request can be repeated.
   */
  save(settings: ShopSettings, version: string): Promise<SaveOutcome>
  /**
   * Calls the listener with the present settings, at once if they are known, and after each change: of this
   * process before `save` resolves, of others within two seconds. Returns a function that stops it.
   */
  watch(listener: (present: VersionedSettings) => void): () => void
}

/** Somebody else saves rarely; a process that loses so often has another problem. */
const maxAttempts = 5

/**
 * Changes some settings, and starts over when others were saved meanwhile.
 *
 * @returns the settings as they are then. Rejects with ShopError `settings-changed` or `storage-unavailable`, or an error of `change`.
 */
export async function changeSettings(
  store: SettingsStore,
  change: (settings: ShopSettings) => Partial<ShopSettings>,
): Promise<VersionedSettings> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const { settings, version } = await store.read()
    const { isDone, present } = await store.save({ ...settings, ...change(settings) }, version)
    if (isDone) return present
  }
  throw new ShopError('settings-changed', problems.settingsChanged)
}
