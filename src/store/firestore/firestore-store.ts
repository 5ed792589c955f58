import { ShopError } from '../../domain/errors.ts'
import { isItemId, itemListSize } from '../../domain/item.ts'
import type { Item, NewItem } from '../../domain/item.ts'
import { problems } from '../../domain/messages.ts'
import type { Log } from '../../log/log.ts'
import { createItemId } from '../item-id.ts'
import type { Change, Store } from '../store.ts'
import { createWatchers } from '../watchers.ts'
import { createArrivals } from './arrivals.ts'
import type { FirestoreClient } from './client.ts'
import { collectionName, toDocument, toMicroseconds } from './item-document.ts'
import { createNewest } from './newest.ts'
import { createOtherItems, newestQuery } from './other-items.ts'
import { createReader } from './readings.ts'
import { isPassing, isThere, toShopError, within } from './storage-error.ts'
import { tryAgain } from './try-again.ts'

/** An attempt that has no answer by then may have written all the same: the next one uses the same id. */
const attemptMs = 8_000

export interface FirestoreStoreOptions extends Pick<FirestoreClient, 'firestore' | 'serverTimestamp'> {
  readonly projectId: string
  readonly log: Log
}

export interface FirestoreStore extends Store {
  /** Why nothing can be read yet, for the shop's owner; `undefined` once something can. */
  readonly trouble: string | undefined
}

/**
 * Items in the collection `items` of Cloud Firestore; one listener for this process. While Firestore is away the last
 * known list is given. Once closed, everything but `close` rejects with `storage-unavailable`; `firestore` stays open.
 */
export function createFirestoreStore(options: FirestoreStoreOptions): FirestoreStore {
  const { firestore, serverTimestamp, projectId, log } = options
  const items = firestore.collection(collectionName)
  const read = createReader(log)
  const others = createOtherItems(items, read)
  const watchers = createWatchers(log)
  const arrivals = createArrivals()
  const underWay = new Set<Promise<Item>>()
  let closing: Promise<void> | undefined

  const tell = (change: Change) => {
    others.forget(change.ids)
    watchers.tell(change)
  }
  const newest = createNewest({
    query: newestQuery(items, itemListSize),
    projectId,
    log,
    read,
    onChange: tell,
    onList: ({ byId }, readAt) => arrivals.note(byId, readAt),
  })

  /** @returns when it was written, in microseconds since 1970; `undefined` when an earlier attempt has written it. */
  async function write(id: string, item: NewItem): Promise<number | undefined> {
    const create = async () => {
      const { writeTime } = await within(attemptMs, items.doc(id).create(toDocument(item, serverTimestamp())))
      return toMicroseconds(writeTime)
    }
    try {
      return await tryAgain(create, { shouldRetry: ({ error }) => isPassing(error) && !isThere(error) })
    } catch (error) {
      // Nobody else can have written an id that nobody could guess: this is an earlier attempt, of ours or the library's.
      if (!isThere(error)) throw toShopError(error)
      return undefined
    }
  }

  async function add(item: NewItem): Promise<Item> {
    const id = createItemId()
    using arrival = arrivals.expect(id)
    const writtenAt = await write(id, item)
    const seen = await arrival.seen(writtenAt)
    if (seen !== undefined) return seen
    // It is kept, but not in this process's list: newer ones came at the same moment, or the listener is away.
    const found = await others.find(id).catch((error: unknown) => {
      log.warn({ err: error, id }, 'a new item could not be read back')
      return undefined
    })
    tell({ revision: newest.bump(), ids: [id] })
    return found ?? { ...item, id, createdAt: new Date((writtenAt ?? Date.now() * 1_000) / 1_000) }
  }

  function refuseWhenClosed(): void {
    if (closing !== undefined) throw new ShopError('storage-unavailable', problems.storageUnavailable)
  }

  return {
    get trouble() {
      return newest.trouble
    },
    async newest(limit) {
      refuseWhenClosed()
      const { items: listed, revision, isWhole } = await newest.first()
      const isEnough = isWhole || limit <= itemListSize
      return { revision, items: isEnough ? listed.slice(0, limit) : await others.list(limit, revision) }
    },
    async find(id) {
      refuseWhenClosed()
      if (!isItemId(id)) return undefined
      return newest.list?.byId.get(id) ?? others.find(id)
    },
    async add(item) {
      refuseWhenClosed()
      const adding = add(item).finally(() => underWay.delete(adding))
      underWay.add(adding)
      return adding
    },
    watch(listener) {
      const revision = newest.list?.revision
      return watchers.add(listener, revision === undefined ? undefined : { revision, ids: [] })
    },
    close() {
      closing ??= Promise.allSettled(underWay).then(() => newest.stop())
      return closing
    },
  }
}
