import { hash } from 'node:crypto'
import { join } from 'node:path'

import sharp from 'sharp'

import { demoItems, readPicture } from '../../scripts/demo/demo-items.ts'
import type { Photo } from '../../src/domain/photo.ts'
import { decode } from '../../src/photos/encoder/decode.ts'
import { encode, type EncodedPhoto } from '../../src/photos/encoder/encode.ts'
import type { PhotoStore } from '../../src/photos/photo-store.ts'
import { openDiskStore } from '../../src/photos/storage/disk-store.ts'
import { descriptionName } from '../../src/photos/trash.ts'
import { photoIdAt } from './items.ts'

const count = 24
let photos: Promise<EncodedPhoto[]> | undefined

/** Writes photos of the first 24 items to a shop's data folder. They are encoded once in a run. */
export async function savePhotos(dataDir: string): Promise<void> {
  photos ??= makePhotos()
  const store = await openDiskStore(join(dataDir, 'photos'))
  for (const [index, { files, ...about }] of (await photos).entries()) {
    const id = photoIdAt(index)
    for (const [suffix, bytes] of files) await store.put(id + suffix, bytes)
    await describe(store, { id, ...about })
  }
}

/** Writes only the descriptions of photos of the first 24 items. Pages link to the photos, but cannot load them. */
export async function describePhotos(dataDir: string): Promise<void> {
  const store = await openDiskStore(join(dataDir, 'photos'))
  for (let index = 0; index < count; index++) {
    const id = photoIdAt(index)
    const placeholder = `data:image/webp;base64,${hash('sha512', id, 'base64')}`
    await describe(store, { id, width: 1_440, height: 1_800, placeholder })
  }
}

function describe(store: PhotoStore, photo: Photo): Promise<void> {
  return store.put(descriptionName(photo.id), Buffer.from(JSON.stringify(photo)))
}

/** The demo's pictures, then the first of them mirrored. */
async function makePhotos(): Promise<EncodedPhoto[]> {
  const pictures = await Promise.all(demoItems.map(({ picture }) => readPicture(picture)))
  const mirrored = await Promise.all(pictures.map((picture) => sharp(picture).flop().jpeg({ quality: 95 }).toBuffer()))
  const all = [...pictures, ...mirrored].slice(0, count)
  return Promise.all(all.map(async (picture) => encode(await decode(picture))))
}
