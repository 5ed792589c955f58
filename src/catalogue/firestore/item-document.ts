import type { DocumentData, DocumentSnapshot, Timestamp } from '@google-cloud/firestore'
import { LRUCache } from 'lru-cache'

import { flag } from '../../domain/field-kinds.ts'
import { readFields } from '../../domain/field-table.ts'
import { isVisible, type StoredItem, type ManagedItem } from '../../domain/item-state.ts'
import { isItemId, type Item, type NewItem } from '../../domain/item.ts'
import { hasRemoteCopy, photoIdsOf } from '../../domain/photo.ts'
import { noReservation, storedFields, toStoredFields, withoutPrivate } from '../../domain/stored-fields.ts'
import { isTimestamp, toMicroseconds } from '../../google/firestore-client.ts'
import type { Log } from '../../log.ts'
import { item as words } from '../../messages/messages.ts'

/** The collection of the specification, section 3. */
export const collectionName = 'items'

/**
 * The field with the time of an item that visitors do not see. Such a document has no `createdAt`, so the list of the
 * specification leaves it out, with the same query as ever.
 */
export const notVisibleTime = 'unseenCreatedAt'

/** The time of the last change by an owner, or of the import, by Firestore's clock. New documents do not have it. */
export const changeTime = 'changedAt'

/** The ids of all photos that an item names. */
export const photoIdsField = 'photoIds'

/** A parsed document. The note of its reservation has a document of its own: see `item-notes.ts`. */
export interface ItemDocument extends Pick<StoredItem, 'hidden' | 'removedAt' | 'reservedUntil'> {
  /** What visitors see of it, if they see it. */
  readonly item: Item
  /**
   * The document's `createdAt`: microseconds since 1970. The part below the millisecond does not belong to the item; it
   * keeps imported items of one millisecond in their order (see `createFirestoreSink`).
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
  return { ...withoutPrivate(toStoredFields(item)), createdAt, ...photoFieldsOf(item) }
}

/**
 * The photo fields that an item has. `photoIds` is what `usedPhotos` queries: a query cannot look into a list's objects.
 * `copyOf` is the image URL that a remote copy was made of: another program may change the URL and ignore the photos.
 */
export function photoFieldsOf(item: Pick<NewItem, 'imageUrl' | 'photos'>): DocumentData {
  const photoIds = photoIdsOf(item)
  if (photoIds.length === 0) return {}
  return { photos: item.photos, [photoIdsField]: photoIds, ...(hasRemoteCopy(item) && { copyOf: item.imageUrl }) }
}

/** The document of an item with its state. `createdAt` and `removedAt` are Firestore timestamps. */
export function toStoredDocument(item: StoredItem, createdAt: unknown, removedAt: unknown): DocumentData {
  const { createdAt: time, ...fields } = toDocument(item, createdAt)
  const { sold, hidden } = item
  return {
    ...fields,
    [isVisible(item) ? 'createdAt' : notVisibleTime]: time,
    ...(sold && { sold }),
    ...(hidden && { hidden }),
    ...(item.removedAt !== null && { removedAt }),
  }
}

/** The item of a document as owners see it, with the note of its reservation. The version is the time of the last write. */
export function toManagedItem(document: ItemDocument, note: string | null): ManagedItem {
  const { item, hidden, removedAt, reservedUntil, updatedAt } = document
  const reservedNote = item.reserved ? note : null
  return { ...item, hidden, removedAt, reservedUntil, reservedNote, version: String(updatedAt) }
}

const documentFields = withoutPrivate({ ...storedFields, sold: flag, hidden: flag })

/**
 * Parses a document, which any program may have written: invalid fields are left out, text that is too long is cut.
 * `undefined` if its id is not an item id.
 */
export function readDocument(document: DocumentSnapshot): ItemDocument | undefined {
  const { id, createTime, updateTime } = document
  if (!isItemId(id) || createTime === undefined || updateTime === undefined) return undefined
  const data = document.data() ?? {}
  const { values, faults } = readFields(documentFields, data)
  const { hidden, reservedUntil, ...fields } = values
  const listedAt = readTime(data['createdAt'] ?? data[notVisibleTime]) ?? fault('createdAt', createTime)
  const removedAt = data['removedAt'] == null ? null : (readTime(data['removedAt']) ?? fault('removedAt', updateTime))
  // Another program may have changed the image URL.
  const photos = hasRemoteCopy(fields) && data['copyOf'] !== fields.imageUrl ? [] : fields.photos
  return {
    item: { ...fields, id, title: fields.title || words.untitled, photos, createdAt: toDate(listedAt) },
    hidden,
    removedAt: removedAt && toDate(removedAt),
    reservedUntil: fields.reserved ? reservedUntil : noReservation.reservedUntil,
    listedAt: toMicroseconds(listedAt),
    updatedAt: toMicroseconds(updateTime),
    addedAt: toMicroseconds(createTime),
    faults,
  }

  function fault(name: string, instead: Timestamp): Timestamp {
    faults.push(name)
    return instead
  }
}

function readTime(stored: unknown): Timestamp | undefined {
  return isTimestamp(stored) ? stored : undefined
}

/** The number of invalid documents that are remembered, so that each is logged once. */
const maxLogged = 10_000

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
