import { cardSize, photoWidths, previewSize } from '../../domain/photo.ts'
import type { Photo } from '../../domain/photo.ts'
import { fromPixels } from './decode.ts'
import type { Pixels } from './decode.ts'

/** The files of a photo, each by what stands behind the photo's id in its name. */
export interface EncodedPhoto extends Pick<Photo, 'width' | 'height' | 'placeholder'> {
  readonly files: readonly (readonly [suffix: string, bytes: Uint8Array])[]
}

/**
 * What the encoders are told; bench/measurements/photos.ts weighs it. AVIF's greater effort is three times as slow for a
 * tenth of the bytes: it is worth that for the small files, which phones load by the dozen.
 */
const avif = { quality: 46, effort: 2, chromaSubsampling: '4:2:0' } as const
const smallAvif = { ...avif, effort: 4 } as const
const webp = { quality: 68, effort: 4 } as const
const jpeg = { mozjpeg: true } as const

/** Makes every file of a photo. A file holds pixels and nothing else: sharp keeps no metadata unless told to. */
export async function encode(pixels: Pixels): Promise<EncodedPhoto> {
  const { width, height } = pixels
  const files: [suffix: string, bytes: Uint8Array][] = [['.jpg', await encodePreview(pixels)]]
  for (const each of photoWidths(width)) {
    files.push([`-${each}.avif`, await encodeAvif(pixels, each)])
    files.push([`-${each}.webp`, await fromPixels(pixels).resize({ width: each }).webp(webp).toBuffer()])
  }
  return { width, height, placeholder: await encodePlaceholder(pixels), files }
}

function encodeAvif(pixels: Pixels, width: number): Promise<Uint8Array> {
  const resized = fromPixels(pixels).resize({ width })
  if (width > cardSize.width) return resized.avif(avif).toBuffer()
  const encodeWith = (quality: number) =>
    resized
      .clone()
      .avif({ ...smallAvif, quality })
      .toBuffer()
  return fit(encodeWith, { quality: smallAvif.quality, bytes: cardSize.bytes })
}

function encodePreview(pixels: Pixels): Promise<Uint8Array> {
  const { width, height, bytes } = previewSize
  const cropped = fromPixels(pixels).resize({ width, height, fit: 'cover' })
  return fit(
    (quality) =>
      cropped
        .clone()
        .jpeg({ ...jpeg, quality })
        .toBuffer(),
    { quality: 82, bytes },
  )
}

/** The best of an encoder's qualities, in steps, that keeps within so many bytes; the worst if none does. */
async function fit(
  encodeWith: (quality: number) => Promise<Uint8Array>,
  { quality, bytes }: { quality: number; bytes: number },
): Promise<Uint8Array> {
  const encoded = await encodeWith(quality)
  const next = quality - 8
  return encoded.length <= bytes || next < 10 ? encoded : fit(encodeWith, { quality: next, bytes })
}

/** WebP has the smallest header of what every browser shows: 70 to 95 bytes in all. With fewer, blue wool looks grey. */
async function encodePlaceholder(pixels: Pixels): Promise<string> {
  const tiny = await fromPixels(pixels).resize({ width: 8 }).webp({ quality: 60, effort: 6 }).toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}
