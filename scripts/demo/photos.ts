import sharp from 'sharp'

import { photoHeight, photoWidth } from '../../src/domain/photo.ts'

/** A picture's red, green and blue bytes as a camera would give them: a JPEG with hardly a loss. */
export async function takePhoto(pixels: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp(pixels, { raw: { width: photoWidth, height: photoHeight, channels: 3 } })
  return new Uint8Array(await picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer())
}
