import type { Parsed } from './field-table.ts'
import { parseUrl } from './parse-url.ts'

/**
 * One of the shop's own photos. Its files are `<id>-<width>.avif` and `<id>-<width>.webp` for each width, and `<id>.jpg` for
 * link previews. The id is a hash of the content, so the content of a file never changes.
 */
export interface Photo {
  /** 32 hexadecimal digits. */
  readonly id: string
  /** The width of its largest files in pixels, after rotating it upright. */
  readonly width: number
  readonly height: number
  /** A `data:` URL of about 140 characters: the photo, at most 8 × 24 pixels, shown until it has loaded. */
  readonly placeholder: string
}

/** The fields that determine the files of a photo. */
export type PhotoFiles = Pick<Photo, 'id' | 'width'>

/** The limits for uploaded photos. */
export const photoLimits = {
  bytes: 15 * 1024 ** 2,
  pixels: 40_000_000,
  /** Memory for decoding. Fits on a machine with 1 GB together with the shop. */
  decodingBytes: 360_000_000,
  /** The frames of an animation; only the first one is stored. */
  frames: 1_000,
  /** The shorter side, in pixels. */
  minSide: 64,
  /** The longer side divided by the shorter one. */
  maxAspect: 6,
} as const

/** The most photos an item can have. */
export const maxPhotos = 8

/** The JPEG for link previews, which WhatsApp and others show without cropping. At most `previewSize.bytes`. */
export const previewSize = { width: 1200, height: 630, bytes: 250_000 } as const

/** The largest width that a card on a phone shows. Its AVIF has at most `cardSize.bytes`. */
export const cardSize = { width: 540, bytes: 20_000 } as const

/** The most bytes of a placeholder, without the start of its URL and its Base64: pages contain it. */
export const maxPlaceholderBytes = 300

/** Widths in pixels. Each file has about 1.5 times the bytes of the one before. */
const widths = [180, 360, 540, 720, 1080, 1440] as const

/** The widths of a photo's files, the largest last. Photos are never enlarged. */
export function photoWidths(originalWidth: number): number[] {
  const largest = Math.min(originalWidth, widths[widths.length - 1] ?? 0)
  return [...widths.filter((width) => width * 1.2 <= largest), largest]
}

export type PhotoFormat = 'avif' | 'webp'

export type PhotoType = `image/${PhotoFormat | 'jpeg'}`

const id = '[0-9a-f]{32}'
const idForm = new RegExp(`^${id}$`)
const fileForm = /* @__PURE__ */ new RegExp(`^${id}(?:\\.jpg|-[1-9]\\d{0,3}\\.(avif|webp))$`)
const ownAddressForm = new RegExp(`^/photos/(${id})[-.]`)
const imageUrlForm = new RegExp(`^/photos/(${id})-([1-9]\\d{0,3})\\.webp$`)

/**
 * Whether a file that cannot be decoded claims to be HEIC: an ISO media file of one of its brands (ISO/IEC 23008-12,
 * B.4). Many browsers, and builds of sharp, lack its decoder because of patents.
 *
 * @param start of the file: at least 12 bytes.
 */
export function isHeic(start: Uint8Array): boolean {
  return /^ftyp(?:he[iv][cxms]|mif1|msf1)$/.test(String.fromCharCode(...start.subarray(4, 12)))
}

export function isPhotoId(value: unknown): value is string {
  return typeof value === 'string' && idForm.test(value)
}

/** The media type of a photo's file by its name; `undefined` for an invalid name. */
export function photoType(fileName: string): PhotoType | undefined {
  const [matched, format] = fileForm.exec(fileName) ?? []
  if (matched === undefined) return undefined
  return format === undefined ? 'image/jpeg' : `image/${format as PhotoFormat}`
}

export function photoUrl(photoId: string, width: number, format: PhotoFormat): string {
  return `/photos/${photoId}-${width}.${format}`
}

/** The URL of a photo's JPEG for link previews, which has {@link previewSize}. */
export function previewUrl(photoId: string): string {
  return `/photos/${photoId}.jpg`
}

/** The URL of a photo's smallest WebP file that has at least this width, or else of its largest one. */
export function photoUrlAtLeast({ id: photoId, width }: PhotoFiles, wanted: number): string {
  return photoUrl(photoId, widthAtLeast(width, wanted), 'webp')
}

/** The `srcset` attribute with a photo's files: for each wanted width, the next larger file. */
export function srcset(
  { id: photoId, width }: PhotoFiles,
  format: PhotoFormat,
  wanted: readonly number[] = widths,
): string {
  const chosen = new Set(wanted.map((each) => widthAtLeast(width, each)))
  return [...chosen].map((each) => `${photoUrl(photoId, each, format)} ${each}w`).join(', ')
}

function widthAtLeast(originalWidth: number, wanted: number): number {
  const all = photoWidths(originalWidth)
  return all.find((width) => width >= wanted) ?? Math.max(...all)
}

/** The `imageUrl` of an item with this first photo: the largest WebP file, which every browser supports. */
export function imageUrlOf({ id: photoId, width }: PhotoFiles): string {
  return photoUrl(photoId, width, 'webp')
}

/** The photo of a URL from {@link imageUrlOf}; `undefined` for a picture on another server. */
export function photoFromUrl(imageUrl: string): PhotoFiles | undefined {
  const [, photoId, width] = imageUrlForm.exec(imageUrl) ?? []
  return photoId === undefined ? undefined : { id: photoId, width: Number(width) }
}

/** Whether this can be an item's image URL: a picture on the web, or one of the shop's own photos. */
export function isImageUrl(value: string): boolean {
  if (/^\/photos\/[\w-]+\.(?:jpg|avif|webp)$/.test(value)) return true
  const url = /^\s*https?:\/\//i.test(value) ? parseUrl(value) : undefined
  return url?.username === '' && url.password === ''
}

/** Parses the ids of an item's photos, in order. Does not check whether the photos exist. */
export function parsePhotoIds(input: unknown): Parsed<string[]> {
  if (!Array.isArray(input)) return { problem: { code: 'notPhotos' } }
  const ids: unknown[] = input
  if (ids.length > maxPhotos) return { problem: { code: 'tooMany', max: maxPhotos } }
  const isValid = new Set(ids).size === ids.length && ids.every(isPhotoId)
  return isValid ? { value: ids } : { problem: { code: 'notPhotos' } }
}

/** Parses stored photos of an item; `undefined` if they are invalid, because another program may have written them. */
export function readPhotos(input: unknown): Photo[] | undefined {
  if (!Array.isArray(input)) return undefined
  const photos = input.map(readPhoto).filter((photo) => photo !== undefined)
  const ids = photos.map((photo) => photo.id)
  const isValid = ids.length === input.length && 'value' in parsePhotoIds(ids)
  return isValid ? photos : undefined
}

/** Parses a stored photo; `undefined` if it is invalid. Checks the placeholder strictly: pages contain it unchanged. */
export function readPhoto(input: unknown): Photo | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const { id: photoId, width, height, placeholder } = input as Partial<Record<keyof Photo, unknown>>
  const isValid = isPhotoId(photoId) && isSide(width) && isSide(height) && isPlaceholder(placeholder)
  return isValid ? { id: photoId, width, height, placeholder } : undefined
}

function isSide(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) < 10_000
}

/** Base64 has four characters for three bytes: at most {@link maxPlaceholderBytes}. */
const placeholderForm = /^data:image\/webp;base64,[A-Za-z0-9+/]{1,400}={0,2}$/

function isPlaceholder(value: unknown): value is string {
  return typeof value === 'string' && placeholderForm.test(value)
}

/** The fields of an item that determine its pictures. */
type Pictures = Readonly<{ imageUrl: string; photos: readonly Photo[] }>

/** The photos that were uploaded for an item; empty when its photo is a remote copy of `imageUrl`. */
export function ownPhotos({ imageUrl, photos }: Pictures): readonly Photo[] {
  return photos[0] !== undefined && photoFromUrl(imageUrl)?.id === photos[0].id ? photos : []
}

/** Whether the photo of an item is a remote copy of `imageUrl`. */
export function hasRemoteCopy(item: Pictures): boolean {
  return item.photos.length > 0 && ownPhotos(item).length === 0
}

/** Whether the picture of an item is on another server and has no remote copy. */
export function needsRemoteCopy({ imageUrl, photos }: Pictures): boolean {
  return photos.length === 0 && /^https?:/i.test(imageUrl)
}

/** The ids of all photos that an item uses, also by its `imageUrl`. */
export function photoIdsOf({ imageUrl, photos }: Pictures): string[] {
  const [, named] = ownAddressForm.exec(imageUrl) ?? []
  const ids = photos.map((photo) => photo.id)
  return named === undefined || ids.includes(named) ? ids : [...ids, named]
}

/** The size of every picture in the pages, in pixels: a fixed ratio of 4:5 prevents layout shifts. */
export const photoWidth = 960
export const photoHeight = 1200
