import { LRUCache } from 'lru-cache'

import { ShopError } from '../../domain/errors.ts'
import { initialState } from '../../domain/item-state.ts'
import { isItemId, itemListSize } from '../../domain/item.ts'
import type { Item, NewItem } from '../../domain/item.ts'
import type { FirestoreClient } from '../../google/firestore-client.ts'
import { isRetryable, isAlreadyExists, toShopError, withTimeout } from '../../google/firestore-error.ts'
import { retry } from '../../google/retry.ts'
import type { Log } from '../../log.ts'
import { problems } from '../../messages/messages.ts'
import { createItemId, itemIdOf } from '../item-id.ts'
import type { AddOutcome, Change, ChangeOutcome, Store } from '../store.ts'
import { createWatchers } from '../watchers.ts'
import { followChanges } from './changes.ts'
import { createDocumentReader } from './document-reader.ts'
import { createItemCache, newestQuery } from './item-cache.ts'
import { collectionName, toDocument, toManagedItem, toMicroseconds } from './item-document.ts'
import { isUpToDateWith } from './latest-items-list.ts'
import { createLatestItems } from './latest-items.ts'
import { createManagedItems } from './managed-items.ts'
import type { ManagedChange } from './managed-items.ts'
import { createPendingWrites } from './pending-writes.ts'
import type { PendingWrite } from './pending-writes.ts'
import { createTombstones } from './tombstones.ts'
import { createWaiter } from './wait-until.ts'

/** An attempt that has no answer by then may have written all the same: the next one uses the same id. */
const attemptMs = 8_000

export interface FirestoreStoreOptions extends Pick<FirestoreClient, 'firestore' | 'serverTimestamp' | 'deleteField'> {
  readonly projectId: string
  readonly log: Log
  /** How long an item that is not among the newest is kept, whatever other programs make of it; half a minute if left out. */
  readonly itemLifetimeMs?: number
}

export interface FirestoreStore extends Store {
  /** Why nothing can be read yet, for the shop's owner; `undefined` once something can. */
  readonly problem: string | undefined
}

/**
 * Items in the collection `items` of Cloud Firestore; two listeners for this process, one to the newest items and one
 * to changes. While Firestore is away the last known list is given. Once closed, everything but `close` rejects with
 * `storage-unavailable`; `firestore` stays open.
 */
export function createFirestoreStore(options: FirestoreStoreOptions): FirestoreStore {
  const { firestore, serverTimestamp, projectId, log, itemLifetimeMs = 30_000 } = options
  const items = firestore.collection(collectionName)
  const read = createDocumentReader(log)
  const others = createItemCache(items, read, itemLifetimeMs)
  const watchers = createWatchers(log)
  const patience = createWaiter()
  const arrivals = createPendingWrites(patience)
  const underWay = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  const managed = createManagedItems(options, items, read)
  const gone = createTombstones(options, items)
  /** Up to when writings of an item were told, in microseconds since 1970. */
  const toldUpTo = new LRUCache<string, number>({ max: 1_000 })

  const tell = (change: Change, readAt: number) => {
    others.forget(change.ids)
    for (const id of change.ids) toldUpTo.set(id, readAt)
    watchers.notify(change)
  }
  const isTold = (id: string, writtenAt: number) => (toldUpTo.get(id) ?? 0) >= writtenAt
  const newest = createLatestItems({
    createQuery: (limit) => newestQuery(items, limit),
    projectId,
    log,
    read,
    onChange: tell,
    onSnapshot({ byId }, readAt) {
      arrivals.onSnapshot(byId, readAt)
      patience.recheck()
    },
  })
  const changes = followChanges({
    items,
    log,
    onChange({ changedAt, readAt }) {
      const untold = [...changedAt].filter(([id, writtenAt]) => !isTold(id, writtenAt))
      const latest = Math.max(...untold.map(([, writtenAt]) => writtenAt))
      if (untold.length > 0) tell({ revision: newest.raiseRevision(latest), ids: untold.map(([id]) => id) }, readAt)
      patience.recheck()
    },
  })

  /** @returns when it was written, in microseconds since 1970; `undefined` when an earlier attempt has written it. */
  async function write(id: string, item: NewItem): Promise<number | undefined> {
    const create = async () => {
      const { writeTime } = await withTimeout(attemptMs, items.doc(id).create(toDocument(item, serverTimestamp())))
      return toMicroseconds(writeTime)
    }
    try {
      return await retry(create, { shouldRetry: ({ error }) => isRetryable(error) && !isAlreadyExists(error) })
    } catch (error) {
      // An id that nobody could guess was written by an earlier attempt, of ours or the library's.
      if (!isAlreadyExists(error)) throw toShopError(error)
      return undefined
    }
  }

  async function add(item: NewItem): Promise<Item> {
    const id = createItemId()
    using arrival = arrivals.track(id)
    return await arrived(item, id, arrival, await write(id, item)) // Until then the arrival is expected.
  }

  async function addOnce(item: NewItem, key: string): Promise<AddOutcome> {
    const id = itemIdOf(key)
    if (await gone.has(id)) return { isNew: false, item: undefined }
    using arrival = arrivals.track(id)
    const writtenAt = await write(id, item)
    if (writtenAt !== undefined) return { isNew: true, item: await arrived(item, id, arrival, writtenAt) }
    others.forget([id])
    return { isNew: false, item: await others.find(id) }
  }

  /** Waits until the list and all who watch know of a new item; for a while, as the item is kept all the same. */
  async function arrived(
    item: NewItem,
    id: string,
    arrival: PendingWrite,
    writtenAt: number | undefined,
  ): Promise<Item> {
    const seen = await arrival.waitUntilListed(writtenAt)
    if (seen !== undefined) return seen
    // It is kept, but not in this process's list: newer ones came at the same moment, or the listener is away.
    const found = await others.find(id).catch((error: unknown) => {
      log.warn({ err: error, id }, 'a new item could not be read back')
      return undefined
    })
    const addedAt = writtenAt ?? Date.now() * 1_000
    tell({ revision: newest.raiseRevision(addedAt), ids: [id] }, addedAt)
    return found ?? { ...item, id, createdAt: new Date(addedAt / 1_000), sold: initialState.sold }
  }

  /** Waits until the list and all who watch know of a change; for a while, as the change is kept all the same. */
  async function settle({ isWritten, document }: ManagedChange): Promise<void> {
    const { item, updatedAt } = document
    const isSettled = () =>
      newest.list !== undefined && isUpToDateWith(newest.list, document) && isTold(item.id, updatedAt)
    if (!isWritten || (await patience.waitUntil(isSettled))) return
    tell({ revision: newest.raiseRevision(updatedAt), ids: [item.id] }, updatedAt)
  }

  async function settled(changing: Promise<ManagedChange | undefined>): Promise<ChangeOutcome | undefined> {
    const changed = await changing
    if (changed === undefined) return undefined
    await settle(changed)
    return { isDone: changed.isDone, item: toManagedItem(changed.document) }
  }

  async function purge(removedBefore: Date): Promise<number> {
    const ids = await gone.purge(removedBefore)
    if (ids.length > 0) tell({ revision: newest.raiseRevision(0), ids }, Date.now() * 1_000)
    return ids.length
  }

  /** Has `close` wait for what is under way. */
  function whileOpen<T>(work: () => Promise<T>): Promise<T> {
    refuseWhenClosed()
    const working = work().finally(() => underWay.delete(working))
    underWay.add(working)
    return working
  }

  function refuseWhenClosed(): void {
    if (closing !== undefined) throw new ShopError('storage-unavailable', problems.storageUnavailable)
  }

  return {
    get problem() {
      return newest.problem
    },
    async newest(limit) {
      refuseWhenClosed()
      const { items: listed, revision, isComplete } = await newest.getList()
      const isEnough = isComplete || limit <= itemListSize
      return { revision, items: isEnough ? listed.slice(0, limit) : await others.list(limit, revision) }
    },
    async find(id) {
      refuseWhenClosed()
      if (!isItemId(id)) return undefined
      return newest.list?.byId.get(id) ?? others.find(id)
    },
    isInMemory(id) {
      if (!isItemId(id) || newest.list?.byId.has(id)) return true
      const known = others.peek(id)
      return known !== undefined && (known.item !== undefined || gone.isCached(id))
    },
    async isGone(id) {
      refuseWhenClosed()
      return gone.has(id)
    },
    async listAll() {
      refuseWhenClosed()
      const [{ revision }, all] = await Promise.all([newest.getList(), managed.listAll()])
      return { revision, items: all }
    },
    add: async (item) => whileOpen(() => add(item)),
    addOnce: async (item, key) => whileOpen(() => addOnce(item, key)),
    update: async (id, wanted, version) => whileOpen(() => settled(managed.update(id, wanted, version))),
    addCopy: async (id, imageUrl, copy) =>
      whileOpen(async () => (await settled(managed.addCopy(id, imageUrl, copy)))?.isDone ?? false),
    usedPhotos: async (photoIds) => whileOpen(() => managed.usedPhotos(photoIds)),
    remove: async (id) => (await whileOpen(() => settled(managed.setRemoved(id, true))))?.item,
    restore: async (id) => (await whileOpen(() => settled(managed.setRemoved(id, false))))?.item,
    purge: async (removedBefore) => whileOpen(() => purge(removedBefore)),
    watch(listener) {
      const revision = newest.list?.revision
      return watchers.add(listener, revision === undefined ? undefined : { revision, ids: [] })
    },
    close() {
      closing ??= Promise.allSettled(underWay).then(
        async () => void (await Promise.all([newest.stop(), changes.stop()])),
      )
      return closing
    },
  }
}
