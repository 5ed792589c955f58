import { ShopError } from '../domain/errors.ts'
import { defaultSettings, type ShopSettings } from '../domain/shop-settings.ts'
import { problems } from '../messages/messages.ts'
import { createMessagesIn } from '../messages/words.ts'
import type { SettingsStore } from './settings-store.ts'

export type CurrentSettings = ReturnType<typeof createCurrentSettings>

/** The shop settings as this process knows them. */
export function createCurrentSettings(store: SettingsStore) {
  const listeners: (() => void)[] = []
  const firstKnown = Promise.withResolvers<void>()
  let present: ShopSettings | undefined
  const stop = store.watch(({ settings }) => {
    present = settings
    firstKnown.resolve()
    for (const listener of listeners) listener()
  })
  const now = () => present ?? defaultSettings
  return {
    store,
    /** The settings now. While it is not known what is stored, the defaults: the environment's may be former ones. */
    now,
    /** The texts of a language, with the owners' corrections of now. */
    messagesIn: createMessagesIn(() => now().corrections),
    /** The settings now, once they are known. Rejects with ShopError `storage-unavailable` on a timeout. */
    async known(timeoutMs = 8_000): Promise<ShopSettings> {
      if (present !== undefined) return present
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, timeoutMs)
      await Promise.race([firstKnown.promise, timeout.promise]).finally(() => clearTimeout(timer))
      if (present === undefined) throw new ShopError('storage-unavailable', problems.storageUnreadable)
      return present
    },
    /** Why the settings are not known, in words for the shop's owner; `undefined` once they are. */
    get problem() {
      return present === undefined ? 'The shop settings have not been read yet.' : undefined
    },
    /** Calls the listener after each change, also when they become known. */
    watch: (listener: () => void) => void listeners.push(listener),
    [Symbol.dispose]: stop,
  }
}
