import { join } from 'node:path'

import { render } from '../scripts/demo/art/looks.ts'
import { pieces as demoPieces } from '../scripts/demo/pieces.ts'
import { photoHeight, photoWidth } from '../src/domain/photo.ts'
import type { Photo } from '../src/domain/photo.ts'
import { encode } from '../src/photos/encoder/encode.ts'
import type { EncodedPhoto } from '../src/photos/encoder/encode.ts'
import { descriptionName } from '../src/photos/photo-library.ts'
import { openDiskStore } from '../src/photos/storage/disk-store.ts'
import { photoName } from './pieces.ts'

const count = 24
let photos: Promise<EncodedPhoto[]> | undefined

/** Puts photos of the first 24 pieces into a shop's data folder. They are made once in a run, in about a minute. */
export async function savePhotos(dataDir: string): Promise<void> {
  photos ??= makePhotos()
  const store = await openDiskStore(join(dataDir, 'photos'))
  for (const [index, { files, ...about }] of (await photos).entries()) {
    const id = photoName(index)
    for (const [suffix, bytes] of files) await store.put(id + suffix, bytes)
    await store.put(descriptionName(id), Buffer.from(JSON.stringify({ id, ...about } satisfies Photo)))
  }
}

/** The demo's pictures, then the first of them mirrored. */
async function makePhotos(): Promise<EncodedPhoto[]> {
  const drawn = demoPieces.map(({ look }) => render(look))
  const all = [...drawn, ...drawn.map(mirror)].slice(0, count)
  return Promise.all(all.map((data) => encode({ data, width: photoWidth, height: photoHeight })))
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
