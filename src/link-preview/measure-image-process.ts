/**
 * The process that decodes one image for `measure-image.ts`. It is separate because the image is untrusted: one that
 * crashes a decoder must not crash the shop.
 */
import { constants, setPriority } from 'node:os'

import sharp from 'sharp'

import { takesTooMuchMemory } from '../domain/decoding-memory.ts'
import { photoLimits } from '../domain/photo.ts'
import { preferForOomKill } from '../process/oom-score.ts'
import type { MeasuredImage } from './measure-image.ts'

/** The formats that WhatsApp shows. libvips loads no others here, whatever a file's name or first bytes. */
const loaders = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp']

preferForOomKill()
setPriority(constants.priority.PRIORITY_LOW)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: loaders })
sharp.concurrency(1)
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', (bytes: Uint8Array) => {
  void measure(bytes).then((measured) => process.send?.(measured))
})

/** Decodes the whole image, to check that it is intact. Dimensions are upright. */
async function measure(bytes: Uint8Array): Promise<MeasuredImage> {
  try {
    const picture = sharp(bytes, { limitInputPixels: photoLimits.pixels, failOn: 'error' })
    const header = await picture.metadata()
    const { format, autoOrient } = header
    if (takesTooMuchMemory(header)) return { fault: 'damaged' }
    await picture.resize(16).raw().toBuffer()
    return { type: `image/${format}`, ...autoOrient }
  } catch (error) {
    return { fault: /unsupported image format/i.test(String(error)) ? 'not-readable' : 'damaged' }
  }
}
