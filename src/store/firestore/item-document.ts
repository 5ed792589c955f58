import type { DocumentData, DocumentSnapshot, Timestamp } from '@google-cloud/firestore'

import { defaultCategory, isImageUrl, isItemId, maxLengths } from '../../domain/item.ts'
import type { Item, NewItem } from '../../domain/item.ts'
import { item as words } from '../../domain/messages.ts'

/** The collection of the specification, section 3. */
export const collectionName = 'items'

/** A document as it was read, with what of it could be understood. */
export interface ItemDocument {
  readonly item: Item
  /**
   * Its `createdAt` by Firestore: microseconds since 1970. What lies below the millisecond is no part of the item; it
   * keeps those of one millisecond that were brought here in their order.
   */
  readonly listedAt: number
  /** When it was last written, by Firestore's clock: microseconds since 1970, the same in every process. */
  readonly updatedAt: number
  /** When it was first written, in the same way: of two items of one millisecond, this tells which came first. */
  readonly addedAt: number
  /** The fields that were not as the specification has them, and were left out or cut. */
  readonly faults: readonly string[]
}

/** @param createdAt what Firestore replaces by its own time. */
export function toDocument(item: NewItem, createdAt: unknown): DocumentData {
  const { title, tagline, price, category, imageUrl, size, color, description } = item
  return { title, tagline, price, category, imageUrl, size, color, description, createdAt }
}

/**
 * Reads a document, whoever wrote it: what is not as the specification has it is left out, too much text is cut.
 * `undefined` for one that has no page, as its id is none of a piece.
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
    const isGood = typeof value === 'string' && value.length <= maxLengths.imageUrl && isImageUrl(value)
    return isGood ? value : fault('imageUrl', '') // Cut, it would be another address.
  }
  const price = (): number | null => {
    const value: unknown = data['price'] ?? null
    return value === null || isPrice(value) ? value : fault('price', null)
  }
  const createdAt = (): Timestamp => {
    const value: unknown = data['createdAt']
    return isTimestamp(value) ? value : fault('createdAt', createTime)
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
    createdAt: new Date(listedAt.toMillis()), // `toDate` would round up from half a millisecond.
  }
  return {
    item,
    listedAt: toMicroseconds(listedAt),
    updatedAt: toMicroseconds(updateTime),
    addedAt: toMicroseconds(createTime),
    faults: [...faults],
  }
}

/** Newest first, as Firestore lists them; those of one moment in the order in which they came. */
export function compareNewest(a: ItemDocument, b: ItemDocument): number {
  return b.listedAt - a.listedAt || b.addedAt - a.addedAt || (a.item.id < b.item.id ? 1 : -1)
}

/** Exact: there are fewer than 2^53 of them until the year 2255. */
export function toMicroseconds({ seconds, nanoseconds }: Pick<Timestamp, 'seconds' | 'nanoseconds'>): number {
  return seconds * 1_000_000 + Math.floor(nanoseconds / 1_000)
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

/** By what it can do: there may be several copies of Google's library in a process, each with a class of its own. */
function isTimestamp(value: unknown): value is Timestamp {
  return typeof value === 'object' && value !== null && 'toDate' in value && typeof value.toDate === 'function'
}
