import type { Store } from '../catalogue/store.ts'
import {
  InvalidSettingsError,
  photosOfSettings,
  settingsPhotos,
  type SettingsRequest,
  type ShopSettings,
} from '../domain/shop-settings.ts'
import type { PhotoLibrary } from '../photos/photo-library.ts'
import type { SettingsStore } from './settings-store.ts'

type ItemsOfPhotos = Pick<Store, 'addCopy' | 'usedPhotos'>

/**
 * Looks up the photos of requested settings and protects them from garbage collection for another day, as nothing uses
 * them until the settings are saved.
 *
 * @throws InvalidSettingsError if a photo does not exist; ShopError `storage-unavailable`.
 */
export async function touchSettingsPhotos(
  request: SettingsRequest,
  library: Pick<PhotoLibrary, 'touch'>,
): Promise<ShopSettings> {
  const touch = async (id: string | null) => (id === null ? null : await library.touch(id))
  const [aboutPhoto, sharePhoto, heroPhoto] = await Promise.all([
    touch(request.aboutPhoto),
    touch(request.sharePhoto),
    touch(request.heroPhoto),
  ])
  if (aboutPhoto !== undefined && sharePhoto !== undefined && heroPhoto !== undefined) {
    return { ...request, aboutPhoto, sharePhoto, heroPhoto }
  }
  const found = { aboutPhoto, sharePhoto, heroPhoto }
  const missing = settingsPhotos.filter((name) => found[name] === undefined)
  throw new InvalidSettingsError(
    undefined,
    Object.fromEntries(missing.map((name) => [name, { code: 'photoNotFound' as const }])),
  )
}

/** The store of the items for photos: what the shop settings use counts as used. */
export function withSettingsPhotos(items: ItemsOfPhotos, settings: Pick<SettingsStore, 'read'>): ItemsOfPhotos {
  return {
    addCopy: (id, imageUrl, copy) => items.addCopy(id, imageUrl, copy),
    async usedPhotos(ids) {
      const [used, { settings: present }] = await Promise.all([items.usedPhotos(ids), settings.read()])
      const own = photosOfSettings(present).map(({ id }) => id)
      return new Set([...used, ...own.filter((id) => ids.includes(id))])
    },
  }
}
