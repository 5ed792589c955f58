import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'

import { takesTooMuchMemory } from '../../domain/decoding-memory.ts'
import { photoLimits, photoWidths } from '../../domain/photo.ts'
import { PhotoFaultError } from './photo-fault.ts'

// libvips can load much more than photos, SVG with external references for example. Allow only the listed formats,
// whatever a file's name or first bytes. Must run before anything is loaded. (test/shop/hostile-photos.test.ts)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadNsgif',
  ],
})

/** Only the first frame of an animation; rejects truncated files. */
const options: SharpOptions = { pages: 1, limitInputPixels: photoLimits.pixels, failOn: 'error' }

/** The maximum height, as a multiple of the maximum width. */
const heightByWidth = 2

/** Raw RGB pixels, without any metadata. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/**
 * Decodes a photo: upright, in sRGB, transparency on white, no larger than the shop shows it.
 *
 * @throws PhotoFaultError when the file is not a photo or exceeds a limit. The limits are checked before decoding.
 */
export async function decode(bytes: Uint8Array): Promise<Pixels> {
  if (bytes.length === 0) throw new PhotoFaultError('empty')
  const picture = sharp(bytes, options)
  check(await withPhotoFaults(bytes, () => picture.metadata()))
  const width = photoWidths(Infinity).at(-1) ?? 0
  const { data, info } = await withPhotoFaults(bytes, () =>
    picture
      .autoOrient()
      .resize({ width, height: width * heightByWidth, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  return { data, width: info.width, height: info.height }
}

/** A sharp pipeline on these pixels. */
export function fromPixels({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } })
}

function check(header: Metadata): void {
  const { format, compression, width, height, pages = 1 } = header
  if (format === 'heif' && compression !== 'av1') throw new PhotoFaultError('heic')
  if (pages > photoLimits.frames) throw new PhotoFaultError('too-many-frames')
  const [shorter, longer] = width < height ? [width, height] : [height, width]
  if (shorter < photoLimits.minSide) throw new PhotoFaultError('too-small')
  if (longer > shorter * photoLimits.maxAspect) throw new PhotoFaultError('too-narrow')
  if (takesTooMuchMemory(header)) throw new PhotoFaultError('too-hard')
}

/** @throws PhotoFaultError that translates sharp's error for the sender. */
async function withPhotoFaults<T>(bytes: Uint8Array, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { message } = error as Error
    if (/exceeds pixel limit/i.test(message)) throw new PhotoFaultError('too-many-pixels', { cause: error })
    if (isHeic(bytes)) throw new PhotoFaultError('heic', { cause: error })
    if (/unsupported image format/i.test(message)) throw new PhotoFaultError('not-a-photo', { cause: error })
    throw new PhotoFaultError('damaged', { cause: error })
  }
}

/**
 * Whether an unreadable file claims to be HEIC: an ISO media file of one of its brands (ISO/IEC 23008-12, B.4). Builds
 * of sharp lack its decoder because of patents.
 */
function isHeic(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(4, 12)).toString('latin1')
  return /^ftyp(?:he[iv][cxms]|mif1|msf1)$/.test(start)
}
