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
  const sizes = Array.from(
    { length: count },
    (_, index) => [width + index, Math.round((width + index) * 1.25)] as const,
  )
  return addItemWithShapes(url, newItem, sizes)
}

/** Adds an item with photos of these widths and heights in pixels. */
export async function addItemWithShapes(
  url: string,
  newItem: NewItem,
  sizes: readonly (readonly [width: number, height: number])[],
): Promise<ApiItem> {
  const { idToken } = await signUp(url)
  const photos: string[] = []
  for (const [width, height] of sizes) photos.push((await uploadPhoto({ url, idToken }, drawPhoto(width, height))).id)
  return addItem(url, { ...newItem, photos })
}
