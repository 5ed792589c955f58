import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'

import { photoHeight, photoWidth } from '../../src/domain/photo.ts'

/** A close-up: a part of a picture with the same aspect ratio; in pixels. */
export interface CloseUp {
  readonly left: number
  readonly top: number
  readonly width: number
}

/** Reads a JPEG of this folder's `photos/`. */
export function readPicture(name: string): Promise<Buffer<ArrayBuffer>> {
  return readFile(join(import.meta.dirname, 'photos', name))
}

/** Cuts a close-up out of a picture, as a JPEG with little loss. */
export async function cutCloseUp(picture: Buffer, { left, top, width }: CloseUp): Promise<Uint8Array<ArrayBuffer>> {
  const height = Math.round((width * photoHeight) / photoWidth)
  const closeUp = sharp(picture).extract({ left, top, width, height })
  return new Uint8Array(await closeUp.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer())
}
