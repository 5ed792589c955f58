import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'

import { takesTooMuchMemory } from '../../domain/decoding-memory.ts'
import { isHeic, photoLimits, photoWidths } from '../../domain/photo.ts'
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
  const header = await withPhotoFaults(bytes, () => picture.metadata())
  check(header)
  // With a profile, sharp converts 16 bits to Display P3, and takes the result for sRGB. For 8 bits this would cost the decoder's
  // own reduction of large pictures.
  if (header.depth !== 'uchar') picture.pipelineColourspace('srgb')
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

/** An intact image. */
export interface MeasuredImage {
  /** Its media type. */
  readonly type: string
  /** In pixels, upright. */
  readonly width: number
  readonly height: number
}

/** The formats that WhatsApp shows. */
const previewFormats: ReadonlySet<string | undefined> = new Set(['jpeg', 'png', 'webp'])

/**
 * Decodes the whole image of a link preview, to check that it is intact.
 *
 * @throws PhotoFaultError `not-a-photo` for other formats than WhatsApp's; others as `decode`.
 */
export async function measure(bytes: Uint8Array): Promise<MeasuredImage> {
  if (bytes.length === 0) throw new PhotoFaultError('empty')
  const picture = sharp(bytes, options)
  const header = await withPhotoFaults(bytes, () => picture.metadata())
  const { format, autoOrient } = header
  if (!previewFormats.has(format)) throw new PhotoFaultError('not-a-photo')
  if (takesTooMuchMemory(header)) throw new PhotoFaultError('too-hard')
  await withPhotoFaults(bytes, () => picture.resize(16).raw().toBuffer())
  return { type: `image/${format}`, ...autoOrient }
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
