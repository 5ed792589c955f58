import { ShopError } from '../domain/errors.ts'
import type { ShopSettings } from '../domain/shop-settings.ts'
import { problems } from '../messages/messages.ts'
import type { SettingsStore, VersionedSettings } from './settings-store.ts'

/** Somebody else saves rarely; a process that loses so often has another problem. */
const maxAttempts = 5

/**
 * Changes some settings, and starts over when others were saved meanwhile.
 *
 * @returns the settings as they are then. Rejects with ShopError `settings-changed` or `storage-unavailable`, or an error of `change`.
 */
export async function changeSettings(
  store: Pick<SettingsStore, 'read' | 'save'>,
  change: (settings: ShopSettings) => Partial<ShopSettings>,
): Promise<VersionedSettings> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const { settings, version } = await store.read()
    const { isDone, present } = await store.save({ ...settings, ...change(settings) }, version)
    if (isDone) return present
  }
  throw new ShopError('settings-changed', problems.settingsChanged)
}
