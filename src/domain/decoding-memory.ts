import { photoLimits } from './photo.ts'

/** What the header of a picture file says; `depth` is libvips’ name for the type of a sample. */
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
 * The most bytes that decoding takes: width × height × bytes per pixel × number of copies in memory.
 *
 * A decoder that reads a file from top to bottom needs only a few rows. Others need the whole picture: progressive JPEG
 * (16-bit coefficients), interlaced PNG, WebP, GIF (with the previous frame) and AVIF (the pictures of the AV1 decoder,
 * libheif and libvips at the same time). The factors were measured with 40 megapixels and rounded up.
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

/** Whether decoding a picture takes more memory than the limit. */
export function takesTooMuchMemory(header: PictureHeader): boolean {
  return decodingBytes(header) > photoLimits.decodingBytes
}
