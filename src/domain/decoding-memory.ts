import { photoLimits } from './photo.ts'

/** What the header of a picture says of it; `depth` is libvips’ name of the type of a sample. */
export interface PictureHeader {
  readonly format?: string | undefined
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly depth?: string | undefined
  readonly isProgressive?: boolean | undefined
  readonly pages?: number | undefined
}

/**
 * How many bytes decoding takes at most: width × height × the bytes of a pixel × how often a decoder holds the picture.
 *
 * A decoder that goes through a file from top to bottom holds a few rows only. Others hold all of it: a progressive
 * JPEG's coefficients of 16 bits, an interlaced PNG, each WebP, GIF (and the frame before it) and AVIF, of which the AV1
 * decoder's planes, libheif's and libvips' pictures are there at the same time. The factors are those that were measured
 * with 40 megapixels, rounded up.
 */
export function decodingBytes({ width, height, ...header }: PictureHeader): number {
  return width * height * bytesPerPixel(header)
}

function bytesPerPixel(header: Omit<PictureHeader, 'width' | 'height'>): number {
  const { format, channels, depth, isProgressive = false, pages = 1 } = header
  const isDeep = depth !== undefined && depth !== 'uchar'
  const pixel = channels * (isDeep ? 2 : 1)
  switch (format) {
    case 'jpeg':
      return isProgressive ? channels * 2 : pixel
    case 'png':
      return isProgressive ? pixel * 1.25 : pixel
    case 'webp':
      return pages > 1 ? 10 : 5
    case 'gif':
      return pages > 1 ? 10 : 6
    default:
      return isDeep ? 25 : 18
  }
}

/** Whether decoding a picture takes more memory than the shop gives it. */
export function takesTooMuchMemory(header: PictureHeader): boolean {
  return decodingBytes(header) > photoLimits.decodingBytes
}
