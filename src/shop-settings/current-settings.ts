import { ShopError } from '../domain/errors.ts'
import { defaultSettings, type ShopSettings } from '../domain/shop-settings.ts'
import { problems } from '../messages/messages.ts'
import type { SettingsStore } from './settings-store.ts'

/** The shop settings as this process knows them. */
export interface CurrentSettings extends Disposable {
  readonly store: SettingsStore
  /**
   * The settings now. While it is not known what is stored, the defaults: the environment's may be former ones.
   */
  now(): ShopSettings
  /** The settings now, once they are known. Rejects with ShopError `storage-unavailable` on a timeout. */
  known(timeoutMs?: number): Promise<ShopSettings>
  /** Why the settings are not known, in words for the shop's owner; `undefined` once they are. */
  readonly problem: string | undefined
  /** Calls the listener after each change, also when they become known. */
  watch(listener: () => void): void
}

export function createCurrentSettings(store: SettingsStore): CurrentSettings {
  const listeners: (() => void)[] = []
  const firstKnown = Promise.withResolvers<void>()
  let present: ShopSettings | undefined
  const stop = store.watch(({ settings }) => {
    present = settings
    firstKnown.resolve()
    for (const listener of listeners) listener()
  })
  return {
    store,
    now: () => present ?? defaultSettings,
    async known(timeoutMs = 8_000) {
      if (present !== undefined) return present
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, timeoutMs)
      await Promise.race([firstKnown.promise, timeout.promise]).finally(() => clearTimeout(timer))
      if (present === undefined) throw new ShopError('storage-unavailable', problems.storageUnreadable)
      return present
    },
    get problem() {
      return present === undefined ? 'The shop settings have not been read yet.' : undefined
    },
    watch: (listener) => void listeners.push(listener),
    [Symbol.dispose]: stop,
  }
}
