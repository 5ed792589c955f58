import { ShopError } from '../domain/errors.ts'
import { withPhotos } from '../domain/item.ts'
import type { ItemRequest, NewItem } from '../domain/item.ts'
import { photoFromUrl } from '../domain/photo.ts'
import { photoRules } from '../messages/messages.ts'
import type { PhotoLibrary } from '../photos/photo-library.ts'

/**
 * The item that is asked for, with its photos, which stay for another day: until it is saved they are nobody's. An
 * `imageUrl` that is one of the shop's own photos names it as `photos` would. Once it is saved: {@link markPhotosUsed}.
 *
 * @throws ShopError `invalid-item` when a photo that it names is not there, `storage-unavailable`.
 */
export async function holdPhotos(request: ItemRequest, library: Pick<PhotoLibrary, 'hold'>): Promise<NewItem> {
  const held = await Promise.all(request.photos.map((id) => library.hold(id)))
  const photos = held.filter((photo) => photo !== undefined)
  if (photos.length < held.length) {
    throw new ShopError('invalid-item', photoRules.notThere, { fields: { photos: photoRules.notThere } })
  }
  const typed = photoFromUrl(request.imageUrl)
  const named = typed && (await library.hold(typed.id))
  return withPhotos(request, named ? [named] : photos)
}

/**
 * Notes that an item that was saved has its photos. Of a request that saves nothing it is not noted, or anybody could
 * make photos look as if an item had lost them, which stops the cleanup (`MassRemovalError`).
 */
export async function markPhotosUsed(
  { photos }: Pick<NewItem, 'photos'>,
  library: Pick<PhotoLibrary, 'keep'>,
): Promise<void> {
  // The item is saved whatever becomes of this. What is not noted is removed like what was only sent, if it comes to that.
  await Promise.allSettled(photos.map(({ id }) => library.keep(id)))
}
