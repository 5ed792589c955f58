import type { DocumentData, DocumentSnapshot, Timestamp } from '@google-cloud/firestore'
import { LRUCache } from 'lru-cache'

import { isVisible, type StoredItem, type ManagedItem } from '../../domain/item-state.ts'
import {
  cleanItemText,
  defaultCategory,
  isImageUrl,
  isItemId,
  maxLengths,
  type Item,
  type NewItem,
  type TextField,
} from '../../domain/item.ts'
import { isWeeks, noDetails, readFocus, type Focus, type ItemDetails } from '../../domain/item/item-details.ts'
import { hasRemoteCopy, photoIdsOf, pickPhotoFields, readPhotos, type Photo } from '../../domain/photo.ts'
import { isTimestamp, toMicroseconds } from '../../google/firestore-client.ts'
import type { Log } from '../../log.ts'
import { item as words } from '../../messages/messages.ts'

/** The collection of the specification, section 3. */
export const collectionName = 'items'

/**
 * The field with the time of an item that visitors do not see. Such a document has no `createdAt`, so the list of the
 * specification leaves it out, with the same query as ever.
 */
export const unseenTime = 'unseenCreatedAt'

/** The time of the last change by an owner, or of the import, by Firestore's clock. New documents do not have it. */
export const changeTime = 'changedAt'

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
    'photos' | keyof ItemDetails
  >
  const photoFields = photoIdsOf(item).length > 0 && toPhotoFields(item)
  return { ...fields, createdAt, ...detailFieldsOf(item), ...photoFields }
}

/** The details to write; those that the item does not have become `absent`, or are left out. */
export function detailFieldsOf(item: Partial<ItemDetails>, absent?: unknown): DocumentData {
  const given = (Object.keys(noDetails) as (keyof ItemDetails)[]).filter((name) => item[name] !== undefined)
  const entries = given.map((name) => [name, item[name] === noDetails[name] ? absent : item[name]] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
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
  const fields = new DocumentFields(data)
  const time: unknown = data['createdAt'] ?? data[unseenTime]
  const listedAt = isTimestamp(time) ? time : fields.fault('createdAt', createTime)
  const removedAt = fields.read('removedAt', isTimestampOrNull, null, updateTime)
  const imageUrl = fields.read('imageUrl', isStorableUrl, '') // Not cut: it would be another address.
  const item: Item = {
    id,
    title: fields.readText('title') || fields.fault('title', words.untitled),
    tagline: fields.readText('tagline'),
    price: fields.read('price', isPriceOrNull, null),
    category: fields.readText('category') || defaultCategory,
    imageUrl,
    size: fields.readText('size') || null,
    color: fields.readText('color') || null,
    description: fields.readText('description') || null,
    ...readDetails(fields),
    photos: fields.readPhotos(imageUrl),
    createdAt: toDate(listedAt),
    sold: fields.read('sold', isBoolean, false),
  }
  return {
    item,
    hidden: fields.read('hidden', isBoolean, false),
    removedAt: removedAt && toDate(removedAt),
    listedAt: toMicroseconds(listedAt),
    updatedAt: toMicroseconds(updateTime),
    addedAt: toMicroseconds(createTime),
    faults: [...fields.faults],
  }
}

function readDetails(fields: DocumentFields): ItemDetails {
  return {
    madeToOrder: fields.read('madeToOrder', isBoolean, false),
    weeksToMake: fields.read('weeksToMake', isWeeksOrNull, null),
    yarn: fields.readText('yarn') || null,
    measurements: fields.readText('measurements') || null,
    care: fields.readText('care') || null,
    focus: fields.readFocus(),
  }
}

/** Reads the fields of a document, and collects the names of the invalid ones. */
class DocumentFields {
  readonly faults = new Set<string>()
  readonly #data: DocumentData

  constructor(data: DocumentData) {
    this.#data = data
  }

  fault<T>(name: string, instead: T): T {
    this.faults.add(name)
    return instead
  }

  /** @returns `absent` if the document has no such field, `instead` if it is invalid. */
  read<T>(name: string, isValid: (value: unknown) => value is T, absent: T, instead = absent): T {
    const value: unknown = this.#data[name] ?? absent
    return isValid(value) ? value : this.fault(name, instead)
  }

  readText(name: TextField): string {
    const value = cleanItemText(name, this.read(name, isString, ''))
    const max = maxLengths[name]
    return value.length > max ? this.fault(name, value.slice(0, max).toWellFormed()) : value
  }

  readFocus(): Focus | null {
    const value: unknown = this.#data['focus'] ?? null
    return value === null ? null : (readFocus(value) ?? this.fault('focus', null))
  }

  readPhotos(imageUrl: string): readonly Photo[] {
    const photos = readPhotos(this.#data['photos'] ?? []) ?? this.fault('photos', [])
    return hasRemoteCopy({ imageUrl, photos }) && this.#data['copyOf'] !== imageUrl ? [] : photos
  }
}

/** The number of invalid documents that are remembered, so that each is logged once. */
const maxLogged = 10_000

export type DocumentReader = ReturnType<typeof createDocumentReader>

/** Reads documents. An invalid one is logged, once for each time it is written. */
export function createDocumentReader(log: Log) {
  const logged = new LRUCache<string, true>({ max: maxLogged })
  const logOnce = (document: DocumentSnapshot, message: string, faults: readonly string[]) => {
    const version = `${document.id} ${document.updateTime?.valueOf()}`
    if (logged.has(version)) return
    logged.set(version, true)
    log.warn({ document: document.ref.path, faults }, message)
  }
  const read = (document: DocumentSnapshot): ItemDocument | undefined => {
    const found = readDocument(document)
    if (found === undefined) logOnce(document, 'a document whose id is not an item id is left out', ['id'])
    else if (found.faults.length > 0)
      logOnce(document, 'invalid fields of a document were left out or cut', found.faults)
    return found
  }
  return {
    read,
    readAll: (documents: readonly DocumentSnapshot[]) => documents.map(read).filter((found) => found !== undefined),
  }
}

/** The library's own `toDate` rounds up from half a millisecond. */
function toDate(time: Timestamp): Date {
  return new Date(time.toMillis())
}

/** Newest first, as Firestore lists them; for the same time, the last added first. */
export function compareNewest(a: ItemDocument, b: ItemDocument): number {
  return b.listedAt - a.listedAt || b.addedAt - a.addedAt || (a.item.id < b.item.id ? 1 : -1)
}

const isString = (value: unknown) => typeof value === 'string'
const isBoolean = (value: unknown) => typeof value === 'boolean'
const isPriceOrNull = (value: unknown): value is number | null =>
  value === null || (typeof value === 'number' && Number.isFinite(value) && value >= 0)
const isWeeksOrNull = (value: unknown): value is number | null => value === null || isWeeks(value)
const isTimestampOrNull = (value: unknown): value is Timestamp | null => value === null || isTimestamp(value)
const isStorableUrl = (value: unknown): value is string =>
  isString(value) && value.length <= maxLengths.imageUrl && isImageUrl(value)
