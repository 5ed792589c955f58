import type { CollectionReference, DocumentData, DocumentSnapshot } from '@google-cloud/firestore'

import { isUnchanged, keepRemoteCopy } from '../../domain/item-state.ts'
import type { ItemChanges, ManagedItem } from '../../domain/item-state.ts'
import { isItemId } from '../../domain/item.ts'
import { needsRemoteCopy } from '../../domain/photo.ts'
import type { Photo } from '../../domain/photo.ts'
import type { FirestoreClient } from '../../google/firestore-client.ts'
import { isWriteConflict, isRetryable, toShopError, withTimeout } from '../../google/firestore-error.ts'
import { retry } from '../../google/retry.ts'
import { changeTime } from './changes.ts'
import type { createDocumentReader } from './document-reader.ts'
import { compareNewest, inOrderOf, photoFieldsOf, photoIdsField, toManagedItem, unseenTime } from './item-document.ts'
import type { ItemDocument } from './item-document.ts'

/** An attempt that has no answer by then may have written all the same: the next one finds that it has. */
const attemptMs = 8_000

/** All items at once, of a shop that has thousands. */
const listMs = 20_000

/** As many values does one `array-contains-any` name: Firestore takes 30 by now, its stand-ins 10, as it did once. */
const maxDisjunctions = 10

/** What became of a change. */
export interface ManagedChange {
  /** `false`: it was refused. */
  readonly isDone: boolean
  /** `false`: nothing was to be changed. */
  readonly isWritten: boolean
  /** How it is now. */
  readonly document: ItemDocument
}

/** Items as their maker sees them. Rejects with ShopError `storage-unavailable`. */
export interface ManagedItems {
  listAll(): Promise<ManagedItem[]>
  update(id: string, changes: ItemChanges, version: string): Promise<ManagedChange | undefined>
  /** `isDone: false` when the item does not need a copy of this picture. */
  addCopy(id: string, imageUrl: string, copy: Photo): Promise<ManagedChange | undefined>
  setRemoved(id: string, isRemoved: boolean): Promise<ManagedChange | undefined>
  /** Those of these photos that an item has, by their ids. */
  usedPhotos(photoIds: readonly string[]): Promise<Set<string>>
}

type RequestedChange = ItemChanges & { readonly isRemoved?: boolean }

/** Whether an item is already as is wished, may become so, or may not. */
type CheckChange = (item: ManagedItem) => 'is so' | 'may' | 'may not'

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

  /** Reads, judges and writes, until nobody else has written in between. */
  async function change(id: string, wish: RequestedChange, judge: CheckChange): Promise<ManagedChange | undefined> {
    if (!isItemId(id)) return undefined
    let isWritten = false
    const attempt = async (): Promise<ManagedChange | undefined> => {
      const found = await find(id)
      if (found === undefined) return undefined
      const { snapshot, document } = found
      const judgement = judge(toManagedItem(document))
      if (judgement !== 'may') return { isDone: judgement === 'is so', isWritten, document }
      isWritten = true
      const { updateTime: lastUpdateTime } = snapshot
      const unlessChanged = lastUpdateTime === undefined ? {} : { lastUpdateTime }
      await withTimeout(attemptMs, items.doc(id).update(toFields(found, wish, client), unlessChanged))
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
    const { docs } = await withTimeout(listMs, inOrderOf(items, time, 'desc').get())
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
        if (isUnchanged(item, keepRemoteCopy(item, changes))) return 'is so'
        return item.version === version ? 'may' : 'may not'
      }),
    addCopy: (id, imageUrl, copy) =>
      change(id, { photos: [copy] }, (item) => {
        if (item.imageUrl !== imageUrl) return 'may not'
        if (isUnchanged(item, { photos: [copy] })) return 'is so'
        return needsRemoteCopy(item) ? 'may' : 'may not'
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
      change(id, { isRemoved }, ({ removedAt }) => ((removedAt !== null) === isRemoved ? 'is so' : 'may')),
  }
}

/** Whether a change says what pictures an item has. */
function hasOtherPictures({ imageUrl, photos }: ItemChanges): boolean {
  return imageUrl !== undefined || photos !== undefined
}

/** What is to be written, so that the document is on the list that it belongs to. */
function toFields(
  { snapshot, document }: Found,
  { isRemoved, ...wished }: RequestedChange,
  { serverTimestamp, deleteField }: Parameters<typeof createManagedItems>[0],
): DocumentData {
  const { sold, hidden, ...fields } = keepRemoteCopy(toManagedItem(document), wished)
  const isSeen = !(hidden ?? document.hidden) && !(isRemoved ?? document.removedAt !== null)
  const data = snapshot.data() ?? {}
  const time: unknown = data['createdAt'] ?? data[unseenTime] ?? snapshot.createTime
  return {
    ...fields,
    ...(hasOtherPictures(fields) && photoFieldsOf({ ...document.item, ...fields }, deleteField())),
    ...(sold !== undefined && { sold: sold || deleteField() }),
    ...(hidden !== undefined && { hidden: hidden || deleteField() }),
    ...(isRemoved !== undefined && { removedAt: isRemoved ? serverTimestamp() : deleteField() }),
    createdAt: isSeen ? time : deleteField(),
    [unseenTime]: isSeen ? deleteField() : time,
    [changeTime]: serverTimestamp(),
  }
}
