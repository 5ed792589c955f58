/**
 * The shop's own photos, by their names. A photo is known by its address `/photos/<hash>.jpg`, where the hash is of its
 * content, so that what is behind an address never changes. Smaller files of the same photo lie beside it:
 * `<hash>-480.avif`, `<hash>-960.avif`.
 */

/** Size of the JPEG in pixels; it is also the preview of a shared link and stays under 250 KB. */
export const photoWidth = 960
export const photoHeight = 1200

/** Widths in pixels in which there is an AVIF. */
export const avifWidths = [480, 960] as const

export type PhotoType = 'image/avif' | 'image/jpeg'

/** The first 32 hexadecimal digits of the SHA-256 of the JPEG. */
const hash = '[0-9a-f]{32}'
const jpegUrl = new RegExp(`^/photos/(${hash})\\.jpg$`)
const jpegName = new RegExp(`^${hash}\\.jpg$`)
const avifName = new RegExp(`^${hash}-(?:${avifWidths.join('|')})\\.avif$`)

/** The files of a photo, by the SHA-256 of its JPEG in hexadecimal digits. */
export function photoNames(sha256: string): { jpeg: string; avif: (width: (typeof avifWidths)[number]) => string } {
  const name = sha256.slice(0, 32)
  return { jpeg: `${name}.jpg`, avif: (width) => `${name}-${width}.avif` }
}

/** The type of the file that may have this name; `undefined` for a name that none of our photos has. */
export function photoType(fileName: string): PhotoType | undefined {
  if (jpegName.test(fileName)) return 'image/jpeg'
  return avifName.test(fileName) ? 'image/avif' : undefined
}

/** What a `<picture>` needs beside the address itself; `undefined` for a picture elsewhere on the web. */
export function photoSources(imageUrl: string): { avifSrcset: string } | undefined {
  const name = jpegUrl.exec(imageUrl)?.[1]
  if (name === undefined) return undefined
  const { avif } = photoNames(name)
  return { avifSrcset: avifWidths.map((width) => `/photos/${avif(width)} ${width}w`).join(', ') }
}
