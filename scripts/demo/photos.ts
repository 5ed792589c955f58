import sharp from 'sharp'

import { photoHeight, photoWidth } from '../../src/domain/photo.ts'

/** A close-up: a part of a picture with the same aspect ratio; in pixels. */
export interface CloseUp {
  readonly left: number
  readonly top: number
  readonly width: number
}

/** Encodes a picture's red, green and blue bytes as a camera would: a JPEG with little loss. */
export async function takePhoto(pixels: Uint8Array, closeUp?: CloseUp): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp(pixels, { raw: { width: photoWidth, height: photoHeight, channels: 3 } })
  if (closeUp) picture.extract({ ...closeUp, height: Math.round((closeUp.width * photoHeight) / photoWidth) })
  return new Uint8Array(await picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer())
}
