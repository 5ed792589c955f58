import { render } from '../scripts/demo/art/looks.ts'
import { encode, save } from '../scripts/demo/photos.ts'
import type { Photo } from '../scripts/demo/photos.ts'
import { pieces as demoPieces } from '../scripts/demo/pieces.ts'
import { photoNames, photoWidth } from '../src/domain/photo.ts'
import { photoName } from './pieces.ts'

const count = 24
let photos: Promise<Photo[]> | undefined

/** Puts photos of the first 24 pieces into a shop's data folder. They are made once in a run, in about a minute. */
export async function savePhotos(dataDir: string): Promise<void> {
  photos ??= makePhotos()
  for (const photo of await photos) await save(photo, dataDir)
}

/** The demo's pictures, then the first of them mirrored; the next is taken while one is being compressed. */
async function makePhotos(): Promise<Photo[]> {
  const compressed: Promise<Photo>[] = []
  for (const [index, { look }] of demoPieces.entries()) {
    const pixels = render(look)
    const mirroredIndex = demoPieces.length + index
    await compressed.at(-1)
    compressed.push(makePhoto(pixels, index))
    if (mirroredIndex < count) compressed.push(makePhoto(mirror(pixels), mirroredIndex))
  }
  return Promise.all(compressed)
}

/** Under the name that the piece of this index gives to its photo. */
async function makePhoto(pixels: Uint8Array, index: number): Promise<Photo> {
  const { files } = await encode(pixels)
  const name = photoName(index)
  const renamed = [...files].map(([file, bytes]) => [file.replace(/^[0-9a-f]+/, name), bytes] as const)
  return { jpegName: photoNames(name).jpeg, files: new Map(renamed) }
}

/** Swaps left and right of red, green and blue bytes. */
function mirror(pixels: Uint8Array): Uint8Array {
  const rowLength = photoWidth * 3
  const mirrored = new Uint8Array(pixels.length)
  for (let at = 0; at < pixels.length; at += 3) {
    const x = at % rowLength
    mirrored.set(pixels.subarray(at, at + 3), at - x + (rowLength - 3 - x))
  }
  return mirrored
}
