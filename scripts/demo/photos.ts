import { createHash } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'

import { avifWidths, photoHeight, photoNames, photoWidth } from '../../src/domain/photo.ts'

/** The files of one photo, by their names; the JPEG's is the one that a photo is known by. */
export interface Photo {
  readonly jpegName: string
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** Makes the files of a photo from its red, green and blue bytes. */
export async function encode(pixels: Uint8Array): Promise<Photo> {
  const picture = sharp(pixels, { raw: { width: photoWidth, height: photoHeight, channels: 3 } })
  const [jpeg, ...avifs] = await Promise.all([
    picture.clone().jpeg({ quality: 82, mozjpeg: true }).toBuffer(),
    ...avifWidths.map((width) =>
      picture.clone().resize({ width }).avif({ quality: 50, effort: 3, chromaSubsampling: '4:2:0' }).toBuffer(),
    ),
  ])
  const names = photoNames(createHash('sha256').update(jpeg).digest('hex'))
  const files = new Map<string, Uint8Array>([[names.jpeg, jpeg]])
  for (const [i, width] of avifWidths.entries()) files.set(names.avif(width), avifs[i] ?? new Uint8Array())
  return { jpegName: names.jpeg, files }
}

/** Puts a photo where the shop serves it from. A file is never there by half: it gets its name once it is whole. */
export async function save(photo: Photo, dataDir: string): Promise<void> {
  const folder = join(dataDir, 'photos')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [name, bytes] of photo.files) {
    const unfinished = join(folder, `.${process.pid}-${name}`)
    await writeFile(unfinished, bytes, { mode: 0o600 })
    await rename(unfinished, join(folder, name))
  }
}

export async function remove(photo: Photo, dataDir: string): Promise<void> {
  for (const name of photo.files.keys()) await rm(join(dataDir, 'photos', name), { force: true })
}
