/**
 * The process that decodes one picture for `measure-picture.ts`, apart from the shop: the picture may be anybody's, and
 * one that brings a decoder down brings nothing else down.
 */
import { constants, setPriority } from 'node:os'

import sharp from 'sharp'

import { takesTooMuchMemory } from '../domain/decoding-memory.ts'
import { photoLimits } from '../domain/photo.ts'
import { preferForOomKill } from '../process/oom-score.ts'
import type { MeasuredPicture } from './measure-picture.ts'

/** What WhatsApp shows; libvips loads nothing else here, whatever a file is called or starts with. */
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

/** Dimensions are the picture's upright ones. All of it is decoded, to see that it can be. */
async function measure(bytes: Uint8Array): Promise<MeasuredPicture> {
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
