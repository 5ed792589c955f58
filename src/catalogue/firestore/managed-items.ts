import type { CollectionReference, DocumentData, DocumentSnapshot } from '@google-cloud/firestore'

import { isUnchanged, keepRemoteCopy, type ItemChanges, type ManagedItem } from '../../domain/item-state.ts'
import { isItemId } from '../../domain/item.ts'
import { needsRemoteCopy, type Photo } from '../../domain/photo.ts'
import type { FirestoreClient } from '../../google/firestore-client.ts'
import { isWriteConflict, isRetryable, toShopError, withTimeout } from '../../google/firestore-error.ts'
import { retry } from '../../google/retry.ts'
import { changeTime } from './changes.ts'
import type { createDocumentReader } from './document-reader.ts'
import {
  compareNewest,
  photoFieldsOf,
  photoIdsField,
  toManagedItem,
  unseenTime,
  type ItemDocument,
} from './item-document.ts'
import { orderedBy } from './queries.ts'

/** An attempt that timed out may still have written: the next attempt finds out. */
const attemptMs = 8_000

/** For all items at once, of a shop with thousands. */
const listMs = 20_000

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
}

/** Items as owners see them. Rejects with ShopError `storage-unavailable`. */
export interface ManagedItems {
  listAll(): Promise<ManagedItem[]>
  update(id: string, changes: ItemChanges, version: string): Promise<ManagedChange | undefined>
  /** `isDone: false` if the item does not need a remote copy of this image URL. */
  addCopy(id: string, imageUrl: string, copy: Photo): Promise<ManagedChange | undefined>
  setRemoved(id: string, isRemoved: boolean): Promise<ManagedChange | undefined>
  /** The ids of the given photos that an item uses. */
  usedPhotos(photoIds: readonly string[]): Promise<Set<string>>
}

type RequestedChange = ItemChanges & { readonly isRemoved?: boolean }

/** Whether a change would change nothing, may be written, or conflicts with the item as it is now. */
type CheckChange = (item: ManagedItem) => 'unchanged' | 'allowed' | 'conflict'

interface Found {
  readonly snapshot: DocumentSnapshot
  readonly document: ItemDocument
}

export function createManagedItems(
  client: Pick<FirestoreClient, 'serverTimestamp' | 'deleteField'>,
  items: CollectionReference,
  read: ReturnType<typeof createDocumentReader>,
): ManagedItems {
  async function find(id: string): Promise<Found | undefined> {
    const snapshot = await withTimeout(attemptMs, items.doc(id).get())
    const document = snapshot.exists ? read(snapshot) : undefined
    return document && { snapshot, document }
  }

  /** Reads, checks and writes; starts over if another write came in between (optimistic concurrency). */
  async function change(
    id: string,
    requested: RequestedChange,
    check: CheckChange,
  ): Promise<ManagedChange | undefined> {
    if (!isItemId(id)) return undefined
    let isWritten = false
    const attempt = async (): Promise<ManagedChange | undefined> => {
      const found = await find(id)
      if (found === undefined) return undefined
      const { snapshot, document } = found
      const verdict = check(toManagedItem(document))
      if (verdict !== 'allowed') return { isDone: verdict === 'unchanged', isWritten, document }
      isWritten = true
      const { updateTime: lastUpdateTime } = snapshot
      const precondition = lastUpdateTime === undefined ? {} : { lastUpdateTime }
      await withTimeout(attemptMs, items.doc(id).update(toFields(found, requested, client), precondition))
      const after = await find(id)
      return after && { isDone: true, isWritten, document: after.document }
    }
    try {
      return await retry(attempt, { shouldRetry: ({ error }) => isRetryable(error) || isWriteConflict(error) })
    } catch (error) {
      throw toShopError(error)
    }
  }

  async function list(time: string): Promise<ItemDocument[]> {
    const { docs } = await withTimeout(listMs, orderedBy(items, time, 'desc').get())
    return docs.map(read).filter((document) => document !== undefined)
  }

  return {
    async listAll() {
      try {
        const lists = await Promise.all(['createdAt', unseenTime].map(list))
        return lists.flat().toSorted(compareNewest).map(toManagedItem)
      } catch (error) {
        throw toShopError(error)
      }
    },
    update: (id, changes, version) =>
      change(id, changes, (item) => {
        if (isUnchanged(item, keepRemoteCopy(item, changes))) return 'unchanged'
        return item.version === version ? 'allowed' : 'conflict'
      }),
    addCopy: (id, imageUrl, copy) =>
      change(id, { photos: [copy] }, (item) => {
        if (item.imageUrl !== imageUrl) return 'conflict'
        if (isUnchanged(item, { photos: [copy] })) return 'unchanged'
        return needsRemoteCopy(item) ? 'allowed' : 'conflict'
      }),
    async usedPhotos(photoIds) {
      const used = new Set<string>()
      try {
        for (let done = 0; done < photoIds.length; done += maxDisjunctions) {
          const asked = photoIds.slice(done, done + maxDisjunctions)
          const query = items.where(photoIdsField, 'array-contains-any', asked).select(photoIdsField)
          const { docs } = await retry(() => withTimeout(listMs, query.get()))
          for (const id of docs.flatMap((document) => document.get(photoIdsField) as string[])) used.add(id)
        }
      } catch (error) {
        throw toShopError(error)
      }
      return used.intersection(new Set(photoIds))
    },
    setRemoved: (id, isRemoved) =>
      change(id, { isRemoved }, ({ removedAt }) => ((removedAt !== null) === isRemoved ? 'unchanged' : 'allowed')),
  }
}

/** Whether a change sets the image URL or the photos. */
function changesPictures({ imageUrl, photos }: ItemChanges): boolean {
  return imageUrl !== undefined || photos !== undefined
}

/** The fields to write. `createdAt` or `unseenCreatedAt` puts the document on the right list. */
function toFields(
  { snapshot, document }: Found,
  { isRemoved, ...changes }: RequestedChange,
  { serverTimestamp, deleteField }: Parameters<typeof createManagedItems>[0],
): DocumentData {
  const { sold, hidden, ...fields } = keepRemoteCopy(toManagedItem(document), changes)
  const isSeen = !(hidden ?? document.hidden) && !(isRemoved ?? document.removedAt !== null)
  const data = snapshot.data() ?? {}
  const time: unknown = data['createdAt'] ?? data[unseenTime] ?? snapshot.createTime
  return {
    ...fields,
    ...(changesPictures(fields) && photoFieldsOf({ ...document.item, ...fields }, deleteField())),
    ...(sold !== undefined && { sold: sold || deleteField() }),
    ...(hidden !== undefined && { hidden: hidden || deleteField() }),
    ...(isRemoved !== undefined && { removedAt: isRemoved ? serverTimestamp() : deleteField() }),
    createdAt: isSeen ? time : deleteField(),
    [unseenTime]: isSeen ? deleteField() : time,
    [changeTime]: serverTimestamp(),
  }
}
