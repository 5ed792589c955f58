import type { DocumentData, DocumentSnapshot, Timestamp } from '@google-cloud/firestore'

import { isVisible, type StoredItem, type ManagedItem } from '../../domain/item-state.ts'
import { defaultCategory, isImageUrl, isItemId, maxLengths, type Item, type NewItem } from '../../domain/item.ts'
import { hasRemoteCopy, photoIdsOf, pickPhotoFields, readPhotos, type Photo } from '../../domain/photo.ts'
import { item as words } from '../../messages/messages.ts'

/** The collection of the specification, section 3. */
export const collectionName = 'items'

/**
 * The field with the time of an item that visitors do not see. Such a document has no `createdAt`, so the list of the
 * specification leaves it out, with the same query as ever.
 */
export const unseenTime = 'unseenCreatedAt'

/** The ids of all photos that an item names. */
export const photoIdsField = 'photoIds'

/** A parsed document. */
export interface ItemDocument extends Pick<StoredItem, 'hidden' | 'removedAt'> {
  /** What visitors see of it, if they see it. */
  readonly item: Item
  /**
   * The document's `createdAt`: microseconds since 1970. The part below the millisecond does not belong to the item; it
   * keeps imported items of one millisecond in their order (see `TransferItem.tieBreaker`).
   */
  readonly listedAt: number
  /** When it was last written, by Firestore's clock: microseconds since 1970, the same in every process. */
  readonly updatedAt: number
  /** When it was first written, in the same way: orders items of one millisecond. */
  readonly addedAt: number
  /** The invalid fields, which were left out or cut. */
  readonly faults: readonly string[]
}

/** @param createdAt the value that Firestore replaces with its own time. */
export function toDocument(item: NewItem, createdAt: unknown): DocumentData {
  const { title, tagline, price, category, imageUrl, size, color, description } = item
  const fields = { title, tagline, price, category, imageUrl, size, color, description } satisfies Omit<
    NewItem,
    'photos'
  >
  return { ...fields, createdAt, ...(photoIdsOf(item).length > 0 && toPhotoFields(item)) }
}

/**
 * The photo fields of an item. `photoIds` is what `usedPhotos` queries: a query cannot look into a list's objects.
 * `copyOf` is the image URL that a remote copy was made of: another program may change the URL and ignore the photos.
 */
function toPhotoFields(item: Pick<NewItem, 'imageUrl' | 'photos'>): PhotoFields {
  const photos = item.photos.map(pickPhotoFields)
  return { photos, [photoIdsField]: photoIdsOf(item), ...(hasRemoteCopy(item) && { copyOf: item.imageUrl }) }
}

type PhotoFields = Partial<Record<'photos' | 'copyOf' | typeof photoIdsField, unknown>>

/** The photo fields of an item to write; `absent` for those that it does not have. */
export function photoFieldsOf(item: Pick<NewItem, 'imageUrl' | 'photos'>, absent: unknown): PhotoFields {
  const none = { photos: absent, [photoIdsField]: absent, copyOf: absent }
  return photoIdsOf(item).length > 0 ? { ...none, ...toPhotoFields(item) } : none
}

/** The document of an item with its state. `createdAt` and `removedAt` are Firestore timestamps. */
export function toStoredDocument(item: StoredItem, createdAt: unknown, removedAt: unknown): DocumentData {
  const { createdAt: time, ...fields } = toDocument(item, createdAt)
  const { sold, hidden } = item
  return {
    ...fields,
    [isVisible(item) ? 'createdAt' : unseenTime]: time,
    ...(sold && { sold }),
    ...(hidden && { hidden }),
    ...(item.removedAt !== null && { removedAt }),
  }
}

/** The item of a document as owners see it. The version is the time of the last write. */
export function toManagedItem({ item, hidden, removedAt, updatedAt }: ItemDocument): ManagedItem {
  return { ...item, hidden, removedAt, version: String(updatedAt) }
}

/**
 * Parses a document, which any program may have written: invalid fields are left out, text that is too long is cut.
 * `undefined` if its id is not an item id.
 */
export function readDocument(document: DocumentSnapshot): ItemDocument | undefined {
  const { id, createTime, updateTime } = document
  if (!isItemId(id) || createTime === undefined || updateTime === undefined) return undefined
  const data = document.data() ?? {}
  const faults = new Set<string>()
  const fault = <T>(name: string, instead: T): T => {
    faults.add(name)
    return instead
  }

  const text = (name: keyof typeof maxLengths): string => {
    const value: unknown = data[name] ?? ''
    if (typeof value !== 'string') return fault(name, '')
    const max = maxLengths[name]
    return value.length > max ? fault(name, value.slice(0, max).toWellFormed()) : value
  }
  const imageUrl = (): string => {
    const value: unknown = data['imageUrl']
    const isValid = typeof value === 'string' && value.length <= maxLengths.imageUrl && isImageUrl(value)
    return isValid ? value : fault('imageUrl', '') // Cut, it would be another address.
  }
  const price = (): number | null => {
    const value: unknown = data['price'] ?? null
    return value === null || isPrice(value) ? value : fault('price', null)
  }
  const photos = (): readonly Photo[] => {
    const found = readPhotos(data['photos'] ?? []) ?? fault('photos', [])
    const pictures = { imageUrl: imageUrl(), photos: found }
    return hasRemoteCopy(pictures) && data['copyOf'] !== pictures.imageUrl ? [] : found
  }
  const createdAt = (): Timestamp => {
    const value: unknown = data['createdAt'] ?? data[unseenTime]
    return isTimestamp(value) ? value : fault('createdAt', createTime)
  }
  const flag = (name: 'sold' | 'hidden'): boolean => {
    const value: unknown = data[name] ?? false
    return typeof value === 'boolean' ? value : fault(name, false)
  }
  const removedAt = (): Date | null => {
    const value: unknown = data['removedAt'] ?? null
    return value === null || isTimestamp(value) ? toDate(value) : fault('removedAt', toDate(updateTime))
  }

  const listedAt = createdAt()
  const item: Item = {
    id,
    title: text('title') || fault('title', words.untitled),
    tagline: text('tagline'),
    price: price(),
    category: text('category') || defaultCategory,
    imageUrl: imageUrl(),
    size: text('size') || null,
    color: text('color') || null,
    description: text('description') || null,
    photos: photos(),
    createdAt: toDate(listedAt),
    sold: flag('sold'),
  }
  return {
    item,
    hidden: flag('hidden'),
    removedAt: removedAt(),
    listedAt: toMicroseconds(listedAt),
    updatedAt: toMicroseconds(updateTime),
    addedAt: toMicroseconds(createTime),
    faults: [...faults],
  }
}

/** The library's own `toDate` rounds up from half a millisecond. */
function toDate(time: Timestamp): Date
function toDate(time: Timestamp | null): Date | null
function toDate(time: Timestamp | null): Date | null {
  return time && new Date(time.toMillis())
}

/** Newest first, as Firestore lists them; for the same time, the last added first. */
export function compareNewest(a: ItemDocument, b: ItemDocument): number {
  return b.listedAt - a.listedAt || b.addedAt - a.addedAt || (a.item.id < b.item.id ? 1 : -1)
}

/** Exact until the year 2255 (2^53 microseconds). */
export function toMicroseconds({ seconds, nanoseconds }: Pick<Timestamp, 'seconds' | 'nanoseconds'>): number {
  return seconds * 1_000_000 + Math.floor(nanoseconds / 1_000)
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

/** Not `instanceof`: a process may have several copies of Google's library, each with its own class. */
function isTimestamp(value: unknown): value is Timestamp {
  return typeof value === 'object' && value !== null && 'toDate' in value && typeof value.toDate === 'function'
}
