import { addItem, signUp, type NewItem, type ApiItem } from '../api-client.ts'
import { drawPhoto, uploadPhoto } from './photos.ts'

interface ItemWithPhotos {
  readonly newItem: NewItem
  /** The number of photos; 1 by default. */
  readonly count?: number
  /** Width of the first photo in pixels; each further one is a pixel wider. */
  readonly width?: number
}

/** Adds an item with photos of 4:5, dark in the upper left corner and light in the lower right one. */
export async function addItemWithPhotos(
  url: string,
  { newItem, count = 1, width = 400 }: ItemWithPhotos,
): Promise<ApiItem> {
  const { idToken } = await signUp(url)
  const photos: string[] = []
  for (let index = 0; index < count; index++) {
    const photo = drawPhoto(width + index, Math.round((width + index) * 1.25))
    photos.push((await uploadPhoto({ url, idToken }, photo)).id)
  }
  return addItem(url, { ...newItem, photos })
}
