import { ShopError } from '../domain/errors.ts'
import { withPhotos, type ItemRequest, type NewItem } from '../domain/item.ts'
import { photoFromUrl } from '../domain/photo.ts'
import type { Log } from '../log.ts'
import { photoRules } from '../messages/messages.ts'
import type { PhotoLibrary } from '../photos/photo-library.ts'

/**
 * Looks up the photos of a requested item and protects them from garbage collection for another day, as nothing uses
 * them until the item is saved. An `imageUrl` of the shop's own photo counts like an entry of `photos`. Call
 * {@link markPhotosUsed} once the item is saved.
 *
 * @throws ShopError `invalid-item` if a photo does not exist, `storage-unavailable`.
 */
export async function touchPhotos(request: ItemRequest, library: Pick<PhotoLibrary, 'touch'>): Promise<NewItem> {
  const found = await Promise.all(request.photos.map((id) => library.touch(id)))
  const photos = found.filter((photo) => photo !== undefined)
  if (photos.length < found.length) {
    throw new ShopError('invalid-item', photoRules.notThere, { fields: { photos: photoRules.notThere } })
  }
  const ownPhoto = photoFromUrl(request.imageUrl)
  const named = ownPhoto && (await library.touch(ownPhoto.id))
  return withPhotos(request, named ? [named] : photos)
}

/**
 * Marks the photos of a saved item as used. Not to be called for a request that saves nothing: otherwise a client could
 * make many photos look as if items had lost them, which stops the garbage collection (`MassRemovalError`).
 */
export async function markPhotosUsed(
  item: Pick<NewItem, 'photos'>,
  { photos, log }: { readonly photos: Pick<PhotoLibrary, 'markUsed'>; readonly log: Log },
): Promise<void> {
  const mark = async (id: string) => {
    try {
      await photos.markUsed(id)
    } catch (error) {
      // No error of the request, as the item is saved. A photo without the mark is deleted like an unused upload, once no item uses it.
      log.error({ err: error, photo: id }, 'a photo could not be marked as used')
    }
  }
  await Promise.all(item.photos.map(({ id }) => mark(id)))
}
