import { ShopError } from '../../domain/errors.ts'
import { withPhotos } from '../../domain/item.ts'
import type { ItemRequest, NewItem } from '../../domain/item.ts'
import { photoRules } from '../../domain/messages.ts'
import { photoOf } from '../../domain/photo.ts'
import type { PhotoLibrary } from '../../photos/photo-library.ts'

/**
 * The item that is asked for, with its photos, which stay for another day: until it is saved they are nobody's. An
 * `imageUrl` that is one of the shop's own photos names it as `photos` would.
 *
 * @throws ShopError `invalid-item` when a photo that it names is not there, `storage-unavailable`.
 */
export async function keepPhotos(request: ItemRequest, library: Pick<PhotoLibrary, 'keep'>): Promise<NewItem> {
  const kept = await Promise.all(request.photos.map((id) => library.keep(id)))
  const photos = kept.filter((photo) => photo !== undefined)
  if (photos.length < kept.length) {
    throw new ShopError('invalid-item', photoRules.notThere, { fields: { photos: photoRules.notThere } })
  }
  const typed = photoOf(request.imageUrl)
  const named = typed && (await library.keep(typed.id))
  return withPhotos(request, named ? [named] : photos)
}
