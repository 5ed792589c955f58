import { LRUCache } from 'lru-cache'

import { ShopError } from '../../domain/errors.ts'
import { initialState } from '../../domain/item-state.ts'
import { isItemId, itemListSize, type Item, type NewItem } from '../../domain/item.ts'
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
import { createItemCache } from './item-cache.ts'
import { collectionName, toDocument, toManagedItem, toMicroseconds } from './item-document.ts'
import { isUpToDateWith } from './latest-items-list.ts'
import { createLatestItems } from './latest-items.ts'
import { createManagedItems, type ManagedChange } from './managed-items.ts'
import { createPendingWrites, type PendingWrite } from './pending-writes.ts'
import { latestItemsQuery } from './queries.ts'
import { createTombstones } from './tombstones.ts'
import { createWaiter } from './wait-until.ts'

/** An attempt that timed out may still have written the item: the next attempt uses the same id. */
const attemptMs = 8_000

export interface FirestoreStoreOptions extends Pick<FirestoreClient, 'firestore' | 'serverTimestamp' | 'deleteField'> {
  readonly projectId: string
  readonly log: Log
  /** How long an item that is not among the latest is cached, even if another program changes it; 30 seconds by default. */
  readonly itemLifetimeMs?: number
}

export interface FirestoreStore extends Store {
  /** Why nothing can be read yet, in words for the shop's owner; `undefined` once something can. */
  readonly problem: string | undefined
}

/**
 * Stores items in the collection `items` of Cloud Firestore. Each process has two listeners: one for the newest items and
 * one for changes. While Firestore is unreachable, the last known list is returned. Once closed, everything but `close`
 * rejects with `storage-unavailable`; `firestore` stays open.
 */
export function createFirestoreStore(options: FirestoreStoreOptions): FirestoreStore {
  const { firestore, serverTimestamp, projectId, log, itemLifetimeMs = 30_000 } = options
  const items = firestore.collection(collectionName)
  const read = createDocumentReader(log)
  const cache = createItemCache(items, read, itemLifetimeMs)
  const watchers = createWatchers(log)
  const waiter = createWaiter()
  const pendingWrites = createPendingWrites(waiter)
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  const managed = createManagedItems(options, items, read)
  const tombstones = createTombstones(options, items)
  /** By item id: watchers know all writes up to this time, in microseconds since 1970. */
  const announcedUpTo = new LRUCache<string, number>({ max: 1_000 })

  const announce = (change: Change, readAt: number) => {
    cache.forget(change.ids)
    for (const id of change.ids) announcedUpTo.set(id, readAt)
    watchers.notify(change)
  }
  const isAnnounced = (id: string, writtenAt: number) => (announcedUpTo.get(id) ?? 0) >= writtenAt
  const latest = createLatestItems({
    createQuery: (limit) => latestItemsQuery(items, limit),
    projectId,
    log,
    read,
    onChange: announce,
    onSnapshot({ byId }, readAt) {
      pendingWrites.onSnapshot(byId, readAt)
      waiter.recheck()
    },
  })
  const changeListener = followChanges({
    items,
    log,
    onChange({ changedAt, readAt }) {
      const unannounced = [...changedAt].filter(([id, writtenAt]) => !isAnnounced(id, writtenAt))
      const lastWrittenAt = Math.max(...unannounced.map(([, writtenAt]) => writtenAt))
      if (unannounced.length > 0)
        announce({ revision: latest.raiseRevision(lastWrittenAt), ids: unannounced.map(([id]) => id) }, readAt)
      waiter.recheck()
    },
  })

  /** @returns when it was written, in microseconds since 1970; `undefined` if an earlier attempt has written it. */
  async function write(id: string, item: NewItem): Promise<number | undefined> {
    const create = async () => {
      const { writeTime } = await withTimeout(attemptMs, items.doc(id).create(toDocument(item, serverTimestamp())))
      return toMicroseconds(writeTime)
    }
    try {
      return await retry(create, { shouldRetry: ({ error }) => isRetryable(error) && !isAlreadyExists(error) })
    } catch (error) {
      // Ids cannot be guessed, so an earlier attempt of ours or of the library has written it.
      if (!isAlreadyExists(error)) throw toShopError(error)
      return undefined
    }
  }

  async function add(item: NewItem): Promise<Item> {
    const id = createItemId()
    using pendingWrite = pendingWrites.track(id)
    return await waitForItem(item, id, pendingWrite, await write(id, item)) // `await`: tracked until it is listed.
  }

  async function addOnce(item: NewItem, key: string): Promise<AddOutcome> {
    const id = itemIdOf(key)
    if (await tombstones.has(id)) return { isNew: false, item: undefined }
    using pendingWrite = pendingWrites.track(id)
    const writtenAt = await write(id, item)
    if (writtenAt !== undefined) return { isNew: true, item: await waitForItem(item, id, pendingWrite, writtenAt) }
    cache.forget([id])
    return { isNew: false, item: await cache.find(id) }
  }

  /** Waits until the list and all watchers have a new item, but not for long, as the item is stored already. */
  async function waitForItem(
    item: NewItem,
    id: string,
    pendingWrite: PendingWrite,
    writtenAt: number | undefined,
  ): Promise<Item> {
    const listed = await pendingWrite.waitUntilListed(writtenAt)
    if (listed !== undefined) return listed
    // It is stored, but not in this process's list: newer items came at the same moment, or the listener is disconnected.
    const found = await cache.find(id).catch((error: unknown) => {
      log.warn({ err: error, id }, 'a new item could not be read back')
      return undefined
    })
    const addedAt = writtenAt ?? Date.now() * 1_000
    announce({ revision: latest.raiseRevision(addedAt), ids: [id] }, addedAt)
    return found ?? { ...item, id, createdAt: new Date(addedAt / 1_000), sold: initialState.sold }
  }

  /** Waits until the list and all watchers have a change, but not for long, as the change is stored already. */
  async function waitUntilAnnounced({ isWritten, document }: ManagedChange): Promise<void> {
    const { item, updatedAt } = document
    const isAnnouncedAndListed = () =>
      latest.list !== undefined && isUpToDateWith(latest.list, document) && isAnnounced(item.id, updatedAt)
    if (!isWritten || (await waiter.waitUntil(isAnnouncedAndListed))) return
    announce({ revision: latest.raiseRevision(updatedAt), ids: [item.id] }, updatedAt)
  }

  async function afterAnnouncement(changing: Promise<ManagedChange | undefined>): Promise<ChangeOutcome | undefined> {
    const changed = await changing
    if (changed === undefined) return undefined
    await waitUntilAnnounced(changed)
    return { isDone: changed.isDone, item: toManagedItem(changed.document) }
  }

  async function purge(removedBefore: Date): Promise<number> {
    const ids = await tombstones.purge(removedBefore)
    if (ids.length > 0) announce({ revision: latest.raiseRevision(0), ids }, Date.now() * 1_000)
    return ids.length
  }

  /** Runs a call that `close` waits for. */
  function whileOpen<T>(work: () => Promise<T>): Promise<T> {
    refuseWhenClosed()
    const working = work().finally(() => running.delete(working))
    running.add(working)
    return working
  }

  function refuseWhenClosed(): void {
    if (closing !== undefined) throw new ShopError('storage-unavailable', problems.storageUnavailable)
  }

  return {
    get problem() {
      return latest.problem
    },
    async newest(limit) {
      refuseWhenClosed()
      const { items: listed, revision, isComplete } = await latest.getList()
      const isEnough = isComplete || limit <= itemListSize
      return { revision, items: isEnough ? listed.slice(0, limit) : await cache.list(limit, revision) }
    },
    async find(id) {
      refuseWhenClosed()
      if (!isItemId(id)) return undefined
      return latest.list?.byId.get(id) ?? cache.find(id)
    },
    isInMemory(id) {
      if (!isItemId(id) || latest.list?.byId.has(id)) return true
      const known = cache.peek(id)
      return known !== undefined && (known.item !== undefined || tombstones.isCached(id))
    },
    async isGone(id) {
      refuseWhenClosed()
      return tombstones.has(id)
    },
    async listAll() {
      refuseWhenClosed()
      const [{ revision }, all] = await Promise.all([latest.getList(), managed.listAll()])
      return { revision, items: all }
    },
    add: async (item) => whileOpen(() => add(item)),
    addOnce: async (item, key) => whileOpen(() => addOnce(item, key)),
    update: async (id, changes, version) => whileOpen(() => afterAnnouncement(managed.update(id, changes, version))),
    addCopy: async (id, imageUrl, copy) =>
      whileOpen(async () => (await afterAnnouncement(managed.addCopy(id, imageUrl, copy)))?.isDone ?? false),
    usedPhotos: async (photoIds) => whileOpen(() => managed.usedPhotos(photoIds)),
    remove: async (id) => (await whileOpen(() => afterAnnouncement(managed.setRemoved(id, true))))?.item,
    restore: async (id) => (await whileOpen(() => afterAnnouncement(managed.setRemoved(id, false))))?.item,
    purge: async (removedBefore) => whileOpen(() => purge(removedBefore)),
    watch(listener) {
      const revision = latest.list?.revision
      return watchers.add(listener, revision === undefined ? undefined : { revision, ids: [] })
    },
    close() {
      closing ??= Promise.allSettled(running).then(
        async () => void (await Promise.all([latest.stop(), changeListener.stop()])),
      )
      return closing
    },
  }
}
