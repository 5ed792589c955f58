import type { Sharp } from 'sharp'

import { cardSize, maxPlaceholderBytes, photoWidths, previewSize, type Photo } from '../../domain/photo.ts'
import { fromPixels, type Pixels } from './decode.ts'

/** The files of a photo, each with the part of its name after the photo's id. */
export interface EncodedPhoto extends Pick<Photo, 'width' | 'height' | 'placeholder'> {
  readonly files: readonly (readonly [suffix: string, bytes: Uint8Array])[]
}

/**
 * Encoder settings, measured by bench/measurements/photos.ts. A greater AVIF effort is three times as slow for a tenth
 * of the bytes: worth it for the small files, which phones load by the dozen.
 */
const avif = { quality: 46, effort: 2, chromaSubsampling: '4:2:0' } as const
const smallAvif = { ...avif, effort: 4 } as const
const webp = { quality: 68, effort: 4 } as const
const jpeg = { quality: 82, mozjpeg: true } as const

/** Creates all files of a photo. They contain no metadata: sharp writes none by default. */
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
  return fit(cardSize.bytes, smallAvif.quality, (quality) => resized.clone().avif({ ...smallAvif, quality }))
}

function encodePreview(pixels: Pixels): Promise<Uint8Array> {
  const { width, height, bytes } = previewSize
  const cropped = fromPixels(pixels).resize({ width, height, fit: 'cover' })
  return fit(bytes, jpeg.quality, (quality) => cropped.clone().jpeg({ ...jpeg, quality }))
}

/** Encodes in this quality, or in the best lower one, in steps, whose result is at most `bytes` long; the lowest if none is. */
async function fit(bytes: number, quality: number, encodeIn: (quality: number) => Sharp): Promise<Uint8Array> {
  const encoded = await encodeIn(quality).toBuffer()
  const next = quality - 8
  return encoded.length <= bytes || next < 10 ? encoded : fit(bytes, next, encodeIn)
}

/** The largest width and height of a placeholder: more pixels might not fit into its bytes. */
const placeholderSize = { width: 8, height: 24 }

/**
 * WebP has the smallest header among formats that all browsers support: 70 to 95 bytes in all. At lower quality, blue
 * wool looks grey; only the placeholder of a high photo of many colours gets it. At the lowest, noise has 240 bytes.
 */
async function encodePlaceholder(pixels: Pixels): Promise<string> {
  const tiny = fromPixels(pixels).resize({ ...placeholderSize, fit: 'inside' })
  const encoded = await fit(maxPlaceholderBytes, 60, (quality) => tiny.clone().webp({ quality, effort: 6 }))
  return `data:image/webp;base64,${Buffer.from(encoded).toString('base64')}`
}
