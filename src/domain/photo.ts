import { photoRules } from '../messages/messages.ts'

/**
 * One of the shop's own photos. Its files are named by its id: `<id>-<width>.avif` and `<id>-<width>.webp` for each of
 * its widths, and `<id>.jpg`, the picture of a shared link. The id is made of the photo's content, so that what is
 * behind a name never changes.
 */
export interface Photo {
  /** 32 hexadecimal digits. */
  readonly id: string
  /** Of its largest files, in pixels, upright. */
  readonly width: number
  readonly height: number
  /** A `data:` address of about 140 characters: the photo, some eight pixels wide, to show until it is here. */
  readonly placeholder: string
}

/** What is kept of a photo with an item, in this order, whatever else it carries. */
export function pickPhotoFields({ id: photoId, width, height, placeholder }: Photo): Photo {
  return { id: photoId, width, height, placeholder }
}

/** What says which files a photo has. */
export type PhotoFiles = Pick<Photo, 'id' | 'width'>

/** What a photo may be like when it is sent. */
export const photoLimits = {
  bytes: 15 * 1024 ** 2,
  pixels: 40_000_000,
  /** What decoding may take: the shop and this have room on a machine with 1 GB. */
  decodingBytes: 360_000_000,
  /** Of a moving picture; the first one is kept. */
  frames: 1_000,
  /** The shorter side, in pixels. */
  minSide: 64,
  /** The longer side by the shorter one. */
  maxAspect: 6,
} as const

/** The most photos that an item has. */
export const maxPhotos = 8

/** The picture of a shared link: what WhatsApp and others show whole. It has at most `previewSize.bytes`. */
export const previewSize = { width: 1200, height: 630, bytes: 250_000 } as const

/** A card on a phone shows this width or less, whose AVIF has at most `cardSize.bytes`. */
export const cardSize = { width: 540, bytes: 20_000 } as const

/** Widths in pixels; each makes about half as many bytes again as the one before. */
const widths = [180, 360, 540, 720, 1080, 1440] as const

/** The widths of a photo's files, the largest last. Nothing is ever made larger than it was. */
export function photoWidths(originalWidth: number): number[] {
  const largest = Math.min(originalWidth, widths[widths.length - 1] ?? 0)
  return [...widths.filter((width) => width * 1.2 <= largest), largest]
}

export type PhotoFormat = 'avif' | 'webp'

export type PhotoType = `image/${PhotoFormat | 'jpeg'}`

const id = '[0-9a-f]{32}'
const idForm = new RegExp(`^${id}$`)
const fileForm = new RegExp(`^${id}(?:\\.jpg|-[1-9]\\d{0,3}\\.(avif|webp))$`)
const ownAddressForm = new RegExp(`^/photos/(${id})[-.]`)
const imageUrlForm = new RegExp(`^/photos/(${id})-([1-9]\\d{0,3})\\.webp$`)

export function isPhotoId(value: unknown): value is string {
  return typeof value === 'string' && idForm.test(value)
}

/** The type of the file that may have this name; `undefined` for a name that no file of a photo has. */
export function photoType(fileName: string): PhotoType | undefined {
  const [matched, format] = fileForm.exec(fileName) ?? []
  if (matched === undefined) return undefined
  return format === undefined ? 'image/jpeg' : `image/${format as PhotoFormat}`
}

export function photoUrl(photoId: string, width: number, format: PhotoFormat): string {
  return `/photos/${photoId}-${width}.${format}`
}

/** The address of a photo's picture for shared links, a JPEG of {@link previewSize}. */
export function previewUrl(photoId: string): string {
  return `/photos/${photoId}.jpg`
}

/** The address of a photo's smallest file that is at least so wide; of its largest, when none is. */
export function photoUrlAtLeast({ id: photoId, width }: PhotoFiles, wanted: number, format: PhotoFormat): string {
  return photoUrl(photoId, widthAtLeast(width, wanted), format)
}

/** A photo's files as the `srcset` attribute of a picture: those of the wanted widths, or what is next to them. */
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

/** What an item's `imageUrl` is when this is its first photo: its largest WebP, which every browser can show. */
export function imageUrlOf({ id: photoId, width }: PhotoFiles): string {
  return photoUrl(photoId, width, 'webp')
}

/** The photo behind an address that {@link imageUrlOf} gave; `undefined` for a picture elsewhere on the web. */
export function photoFromUrl(imageUrl: string): PhotoFiles | undefined {
  const [, photoId, width] = imageUrlForm.exec(imageUrl) ?? []
  return photoId === undefined ? undefined : { id: photoId, width: Number(width) }
}

/**
 * The ids of an item's photos as a client sends them, in their order; or what is wrong with them, for people. Whether
 * there are such photos is not known here.
 */
export function parsePhotoIds(input: unknown): string[] | string {
  if (!Array.isArray(input)) return photoRules.notPhotos
  const ids: unknown[] = input
  if (ids.length > maxPhotos) return photoRules.tooMany(maxPhotos)
  return new Set(ids).size === ids.length && ids.every(isPhotoId) ? ids : photoRules.notPhotos
}

/** An item's photos as they were kept, whoever kept them; `undefined` for anything that the shop would not have kept. */
export function readPhotos(input: unknown): Photo[] | undefined {
  if (!Array.isArray(input)) return undefined
  const photos = input.map(readPhoto).filter((photo) => photo !== undefined)
  const ids = photos.map((photo) => photo.id)
  const isWhole = ids.length === input.length && typeof parsePhotoIds(ids) !== 'string'
  return isWhole ? photos : undefined
}

/** Its placeholder stands in pages as it is here. */
function readPhoto(input: unknown): Photo | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const { id: photoId, width, height, placeholder } = input as Partial<Record<keyof Photo, unknown>>
  const isGood = isPhotoId(photoId) && isSide(width) && isSide(height) && isPlaceholder(placeholder)
  return isGood ? { id: photoId, width, height, placeholder } : undefined
}

function isSide(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) < 10_000
}

function isPlaceholder(value: unknown): value is string {
  return typeof value === 'string' && /^data:image\/webp;base64,[A-Za-z0-9+/]{1,400}={0,2}$/.test(value)
}

/** What of an item says which pictures it has. */
type Pictures = Readonly<{ imageUrl: string; photos: readonly Photo[] }>

/** An item's photos that its maker gave it; none when the one it has is a copy of the picture at `imageUrl`. */
export function ownPhotos({ imageUrl, photos }: Pictures): readonly Photo[] {
  return photos[0] !== undefined && photoFromUrl(imageUrl)?.id === photos[0].id ? photos : []
}

/** Whether the photo that an item has is a copy of the picture at `imageUrl`. */
export function hasRemoteCopy(item: Pictures): boolean {
  return item.photos.length > 0 && ownPhotos(item).length === 0
}

/** Whether an item's picture is elsewhere on the web, and not copied. */
export function needsRemoteCopy({ imageUrl, photos }: Pictures): boolean {
  return photos.length === 0 && /^https?:/i.test(imageUrl)
}

/** The ids of all photos that an item names. */
export function photoIdsOf({ imageUrl, photos }: Pictures): string[] {
  const [, named] = ownAddressForm.exec(imageUrl) ?? []
  const ids = photos.map((photo) => photo.id)
  return named === undefined || ids.includes(named) ? ids : [...ids, named]
}

/** Size in pixels in which the pages show a picture, whatever its own: 4:5, so that nothing moves when it arrives. */
export const photoWidth = 960
export const photoHeight = 1200
