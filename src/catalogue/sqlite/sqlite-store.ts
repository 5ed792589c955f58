import type { DatabaseSync } from 'node:sqlite'

import type { DataFolder } from '@stockinette/sqlite/data-folder.ts'
import { createGroupCommit } from '@stockinette/sqlite/group-commit.ts'
import { orStorageUnavailable } from '@stockinette/sqlite/storage-unavailable.ts'
import { tryWrite } from '@stockinette/sqlite/try-write.ts'

import { ShopError } from '../../domain/errors.ts'
import { initialState, type StoredItem } from '../../domain/item-state.ts'
import type { Item, NewItem } from '../../domain/item.ts'
import type { Log } from '../../log.ts'
import { problems } from '../../messages/messages.ts'
import { createItemId, itemIdOf } from '../item-id.ts'
import type { AddOutcome, Store } from '../store.ts'
import type { PutOutcome, ItemSink } from '../transfer/transfer.ts'
import { createWatchers } from '../watchers.ts'
import { createItemTable } from './item-table.ts'
import { createManagedTable } from './managed-table.ts'
import { createPhotoTable } from './photo-table.ts'
import { openShopDatabase } from './shop-database.ts'

/** A store on this machine's disk, which can also import items. */
export interface SqliteStore extends Store, ItemSink {
  /** Rejects with ShopError `storage-unavailable` if the file cannot be written to. */
  tryWrite(): Promise<void>
}

/** An item to be written, and the outcome once it was. */
interface PendingItem {
  readonly item: Item
  outcome?: PutOutcome | undefined
}

export interface SqliteStoreOptions {
  readonly folder: DataFolder
  readonly log: Log
  /** The shop's database, which the store closes; the one in the folder if left out. */
  readonly database?: DatabaseSync
}

/**
 * Stores items in the database of the data folder. Items added at the same moment are written in one transaction, all or
 * none, and reported as one change. Once closed, everything but `close` rejects with `storage-unavailable`.
 *
 * @throws StartError if the file cannot be used.
 */
export function createSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const { folder, log, database = openShopDatabase(folder) } = options
  const table = createItemTable(database)
  const managed = createManagedTable(database)
  const photos = createPhotoTable(database)
  const watchers = createWatchers(log)
  let revision = table.readRevision()
  let closing: Promise<void> | undefined

  /** Notifies watchers, if anything was written. */
  function notify(latest: number, ids: readonly string[]): void {
    if (latest === revision) return
    revision = latest
    watchers.notify({ revision, ids })
  }

  function put(items: readonly StoredItem[]): readonly PutOutcome[] {
    const { outcomes, revision: latest } = table.put(items)
    notify(
      latest,
      items.filter((_, index) => outcomes[index] === 'added').map(({ id }) => id),
    )
    return outcomes
  }

  const groupCommit = createGroupCommit((group: readonly PendingItem[]) => {
    const outcomes = orStorageUnavailable(() => put(group.map(({ item }) => ({ ...initialState, ...item }))))
    for (const [index, pending] of group.entries()) pending.outcome = outcomes[index]
  })

  /** Runs a query or a write, unless the store is closed. */
  async function run<T>(work: () => T): Promise<T> {
    if (closing !== undefined) throw new ShopError('storage-unavailable', problems.storageUnavailable)
    return orStorageUnavailable(work)
  }

  async function insert(item: NewItem, id: string): Promise<PendingItem> {
    return run(() => groupCommit.add(toPendingItem(item, id)))
  }

  async function addOnce(item: NewItem, id: string): Promise<AddOutcome> {
    if (await run(() => managed.isGone(id))) return { isNew: false, item: undefined }
    const { outcome, item: added } = await insert(item, id)
    if (outcome === 'added') return { isNew: true, item: added }
    return { isNew: false, item: await run(() => table.find(id)) }
  }

  /** Changes an item, and notifies watchers before anything else can change. */
  function change<T extends { revision: number }>(id: string, work: () => T | undefined): Promise<T | undefined> {
    return run(() => {
      const changed = work()
      if (changed !== undefined) notify(changed.revision, [id])
      return changed
    })
  }

  return {
    newest: (limit) => run(() => ({ revision, items: table.newest(limit) })),
    find: (id) => run(() => table.find(id)),
    isInMemory: () => true, // Or on this machine's disk, which is as cheap.
    isGone: (id) => run(() => managed.isGone(id)),
    listAll: () => run(() => ({ revision, items: managed.listAll() })),
    usedPhotos: (ids) => run(() => photos.usedOf(ids)),
    add: async (item) => (await insert(item, createItemId())).item,
    addOnce: (item, key) => addOnce(item, itemIdOf(key)),
    async update(id, changes, version) {
      const updated = await change(id, () => managed.update(id, changes, version))
      return updated && { isDone: updated.isDone, item: updated.item }
    },
    addCopy: async (id, imageUrl, copy) => (await change(id, () => managed.addCopy(id, imageUrl, copy))) !== undefined,
    remove: async (id) => (await change(id, () => managed.setRemoved(id, new Date())))?.item,
    restore: async (id) => (await change(id, () => managed.setRemoved(id, null)))?.item,
    purge: (removedBefore) =>
      run(() => {
        const { ids, revision: latest } = managed.purge(removedBefore)
        notify(latest, ids)
        return ids.length
      }),
    put: (items) => run(() => put(items)),
    tryWrite: () => run(() => tryWrite(database)),
    watch: (listener) => watchers.add(listener, { revision, ids: [] }),
    close() {
      closing ??= groupCommit.settled().then(() => database.close())
      return closing
    },
  }
}

function toPendingItem(item: NewItem, id: string): PendingItem {
  return { item: { ...item, id, createdAt: new Date(), sold: initialState.sold } }
}
