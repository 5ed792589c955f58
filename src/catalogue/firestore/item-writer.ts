import type { DocumentData, DocumentSnapshot } from '@google-cloud/firestore'

import type { Day } from '../../domain/day.ts'
import { isUnchanged, keepRemoteCopy, type ItemChanges, type ManagedItem } from '../../domain/item-state.ts'
import { isItemId, type NewItem } from '../../domain/item.ts'
import { needsRemoteCopy, type Photo } from '../../domain/photo.ts'
import { toStoredFields, withoutPrivate } from '../../domain/stored-fields.ts'
import { attemptMs, callFirestore, retriesConflicts } from '../../google/call-firestore.ts'
import { toMicroseconds } from '../../google/firestore-client.ts'
import { isAlreadyExists, withTimeout } from '../../google/firestore-error.ts'
import type { ItemVersion } from '../store.ts'
import type { ItemCollection } from './item-collection.ts'
import {
  changeTime,
  photoFieldsOf,
  photoIdsField,
  toDocument,
  toManagedItem,
  notVisibleTime,
  type ItemDocument,
} from './item-document.ts'
import { itemQueries } from './queries.ts'

/** For the items of ten photos. */
const photosMs = 20_000

/** How many reservations end in one run of the job. */
const maxEnded = 500

/** The number of values in one `array-contains-any`: Firestore takes 30, its emulators still 10. */
const maxDisjunctions = 10

/** The result of a change. */
export interface ManagedChange {
  /** `false` if it was refused. */
  readonly isDone: boolean
  /** `false` if there was nothing to change. */
  readonly isWritten: boolean
  /** The document as it is now. */
  readonly document: ItemDocument
  /** The note of its reservation as it is now. */
  readonly note: string | null
}

export interface Created {
  /** `false` if there was an item with this id already. */
  readonly isNew: boolean
  /** The new document, if a listener has reported it. */
  readonly document: ItemDocument | undefined
}

type RequestedChange = ItemChanges & { readonly isRemoved?: boolean }

/** Whether a change would change nothing, may be written, or conflicts with the item as it is now. */
type CheckChange = (item: ManagedItem) => 'unchanged' | 'allowed' | 'conflict'

interface ItemSnapshot {
  readonly snapshot: DocumentSnapshot
  readonly document: ItemDocument
  readonly note: string | null
}

/** Items as owners see them. Rejects with ShopError `storage-unavailable`. */
export class ItemWriter {
  readonly #collection: ItemCollection

  constructor(collection: ItemCollection) {
    this.#collection = collection
  }

  /** Stores a new item, unless there is one with this id. */
  async create(id: string, item: NewItem): Promise<Created> {
    const { items, reported, serverTimestamp } = this.#collection
    using expected = reported.expect(id)
    let mayBeStored = false // By an attempt of this call whose answer was lost.
    const isNew = await callFirestore(async () => {
      try {
        await withTimeout(attemptMs, items.doc(id).create(toDocument(item, serverTimestamp())))
        return true
      } catch (error) {
        if (isAlreadyExists(error)) return mayBeStored
        mayBeStored = true
        throw error
      }
    })
    return { isNew, document: isNew ? await expected.reported() : undefined }
  }

  /** The item's document with the note of its reservation, visible or not. */
  find(id: string): Promise<Pick<ItemSnapshot, 'document' | 'note'> | undefined> {
    return callFirestore(() => this.#find(id))
  }

  /** The ids and versions of items whose reservation has ended before this day. */
  async endedReservations(today: Day): Promise<ItemVersion[]> {
    const query = itemQueries.reservedBefore(this.#collection.items, today, maxEnded)
    const { docs } = await callFirestore(() => withTimeout(attemptMs, query.get()))
    return docs.map(({ id, updateTime }) => ({ id, version: String(toMicroseconds(updateTime)) }))
  }

  update(id: string, changes: ItemChanges, version: string): Promise<ManagedChange | undefined> {
    return this.#change(id, changes, (item) => {
      if (isUnchanged(item, keepRemoteCopy(item, changes))) return 'unchanged'
      return item.version === version ? 'allowed' : 'conflict'
    })
  }

  /** `isDone: false` if the item does not need a remote copy of this image URL. */
  addCopy(id: string, imageUrl: string, copy: Photo): Promise<ManagedChange | undefined> {
    return this.#change(id, { photos: [copy] }, (item) => {
      if (item.imageUrl !== imageUrl) return 'conflict'
      if (isUnchanged(item, { photos: [copy] })) return 'unchanged'
      return needsRemoteCopy(item) ? 'allowed' : 'conflict'
    })
  }

  setRemoved(id: string, isRemoved: boolean): Promise<ManagedChange | undefined> {
    return this.#change(id, { isRemoved }, ({ removedAt }) =>
      (removedAt !== null) === isRemoved ? 'unchanged' : 'allowed',
    )
  }

  /** The ids of the given photos that an item uses. */
  async usedPhotos(photoIds: readonly string[]): Promise<Set<string>> {
    const used = new Set<string>()
    for (let done = 0; done < photoIds.length; done += maxDisjunctions) {
      const asked = photoIds.slice(done, done + maxDisjunctions)
      const query = itemQueries.withPhotos(this.#collection.items, asked)
      const { docs } = await callFirestore(() => withTimeout(photosMs, query.get()))
      for (const id of docs.flatMap((document) => document.get(photoIdsField) as string[])) used.add(id)
    }
    return used.intersection(new Set(photoIds))
  }

  async #find(id: string): Promise<ItemSnapshot | undefined> {
    const { items, notes, reader } = this.#collection
    const snapshot = await withTimeout(attemptMs, items.doc(id).get())
    const document = snapshot.exists ? reader.read(snapshot) : undefined
    if (document === undefined) return undefined
    const note = document.item.reserved ? await withTimeout(attemptMs, notes.read(id)) : null
    return { snapshot, document, note }
  }

  /** Reads, checks and writes; starts over if another write came in between (optimistic concurrency). */
  async #change(id: string, requested: RequestedChange, check: CheckChange): Promise<ManagedChange | undefined> {
    if (!isItemId(id)) return undefined
    const { firestore, items, notes, reported } = this.#collection
    let isWritten = false // Also by an attempt whose response was lost.
    const attempt = async (): Promise<ManagedChange | undefined> => {
      const found = await this.#find(id)
      if (found === undefined) return undefined
      const { snapshot, document, note } = found
      const verdict = check(toManagedItem(document, note))
      if (verdict !== 'allowed') return { isDone: verdict === 'unchanged', isWritten, document, note }
      isWritten = true
      const { updateTime: lastUpdateTime } = snapshot
      const precondition = lastUpdateTime === undefined ? {} : { lastUpdateTime }
      const fields = toFields(found, requested, this.#collection)
      using expected = reported.expect(id, document.updatedAt)
      const batch = firestore.batch().update(items.doc(id), fields, precondition)
      const { reservedNote: noteAfter = note } = requested
      // Even if it is as before: a restore may have left a note of another reservation.
      if (requested.reservedNote !== undefined) notes.write(batch, id, noteAfter)
      await withTimeout(attemptMs, batch.commit())
      const after = (await expected.reported()) ?? (await this.#find(id))?.document
      return after && { isDone: true, isWritten, document: after, note: noteAfter }
    }
    return callFirestore(attempt, retriesConflicts)
  }
}

/** The fields to write. `createdAt` or `unseenCreatedAt` puts the document on the right list. */
function toFields(
  { snapshot, document, note }: ItemSnapshot,
  { isRemoved, ...changes }: RequestedChange,
  { serverTimestamp, deleteField }: ItemCollection,
): DocumentData {
  const { sold, hidden, ...fields } = keepRemoteCopy(toManagedItem(document, note), changes)
  const isSeen = !(hidden ?? document.hidden) && !(isRemoved ?? document.removedAt !== null)
  const changesPictures = fields.imageUrl !== undefined || fields.photos !== undefined
  const noPhotos = { photos: deleteField(), [photoIdsField]: deleteField(), copyOf: deleteField() }
  const data = snapshot.data() ?? {}
  const time: unknown = data['createdAt'] ?? data[notVisibleTime] ?? snapshot.createTime
  return {
    ...withoutPrivate(toStoredFields(fields, deleteField())),
    ...(changesPictures && { ...noPhotos, ...photoFieldsOf({ ...document.item, ...fields }) }),
    ...(sold !== undefined && { sold: sold || deleteField() }),
    ...(hidden !== undefined && { hidden: hidden || deleteField() }),
    ...(isRemoved !== undefined && { removedAt: isRemoved ? serverTimestamp() : deleteField() }),
    createdAt: isSeen ? time : deleteField(),
    [notVisibleTime]: isSeen ? deleteField() : time,
    [changeTime]: serverTimestamp(),
  }
}
