import { addItem, signUp } from '../api-client.ts'
import type { Piece, SentItem } from '../api-client.ts'
import { drawPhoto, sendPhoto } from './photos.ts'

interface Photographed {
  readonly piece: Piece
  /** How many photos it has; one if left out. */
  readonly count?: number
  /** Of the first photo, in pixels; each further one is a pixel wider. */
  readonly width?: number
}

/** Adds a piece with photos of the shop's own, 4:5, dark in the upper left corner and light in the lower right one. */
export async function addPhotographed(url: string, { piece, count = 1, width = 400 }: Photographed): Promise<SentItem> {
  const { idToken } = await signUp(url)
  const photos: string[] = []
  for (let index = 0; index < count; index++) {
    const jpeg = await drawPhoto(width + index, Math.round((width + index) * 1.25))
      .jpeg()
      .toBuffer()
    const answer = await sendPhoto({ url, idToken }, new Uint8Array(jpeg))
    if (!answer.ok) throw new Error(`Sending a photo failed: ${await answer.text()}`)
    photos.push(((await answer.json()) as { id: string }).id)
  }
  return addItem(url, { ...piece, photos })
}
