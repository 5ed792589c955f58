import type { Store } from '../catalogue/store.ts'
import { InvalidInputError } from '../domain/invalid-input.ts'
import {
  photosOfSettings,
  photoSettings,
  type FormSettings,
  type PhotoName,
  type SettingsRequest,
} from '../domain/shop-settings.ts'
import type { PhotoLibrary } from '../photos/photo-library.ts'
import type { SettingsStore } from './settings-store.ts'

type ItemsOfPhotos = Pick<Store, 'addCopy' | 'usedPhotos'>

/**
 * Looks up the photos of requested settings and protects them from garbage collection for another day, as nothing uses
 * them until the settings are saved.
 *
 * @throws InvalidInputError if a photo does not exist; ShopError `storage-unavailable`.
 */
export async function touchSettingsPhotos(
  request: SettingsRequest,
  library: Pick<PhotoLibrary, 'touch'>,
): Promise<FormSettings> {
  const touch = async (name: PhotoName) => {
    const id = request[name]
    return [name, id === null ? null : await library.touch(id)] as const
  }
  const found = await Promise.all(photoSettings.map(touch))
  const missing = found.filter(([, photo]) => photo === undefined)
  if (missing.length === 0) return { ...request, ...(Object.fromEntries(found) as Pick<FormSettings, PhotoName>) }
  throw new InvalidInputError(
    'invalid-settings',
    undefined,
    Object.fromEntries(missing.map(([name]) => [name, { code: 'photoNotFound' as const }])),
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
