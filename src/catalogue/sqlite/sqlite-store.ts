import type { DatabaseSync } from 'node:sqlite'

import type { DataFolder } from '@stockinette/sqlite/data-folder.ts'
import { createGroupCommit } from '@stockinette/sqlite/group-commit.ts'
import { orStorageUnavailable } from '@stockinette/sqlite/storage-unavailable.ts'
import { tryWrite } from '@stockinette/sqlite/try-write.ts'

import { ShopError } from '../../domain/errors.ts'
import { initialState } from '../../domain/item-state.ts'
import type { StoredItem } from '../../domain/item-state.ts'
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

/** A store on this machine's disk. */
export interface SqliteStore extends Store, ItemSink {
  /** Rejects with ShopError `storage-unavailable` when the file cannot be written to. */
  tryWrite(): Promise<void>
}

/** An item on its way into the file, and what became of it once it was written. */
interface Arriving {
  readonly item: Item
  arrival?: PutOutcome | undefined
}

export interface SqliteStoreOptions {
  readonly folder: DataFolder
  readonly log: Log
  /** The shop's database, which the store closes; the one in the folder if left out. */
  readonly database?: DatabaseSync
}

/**
 * Items in the database of the data folder. Items added at the same moment are written in one transaction and told as one
 * change: all of them are kept, or none. Once closed, everything but `close` rejects with `storage-unavailable`.
 *
 * @throws StartError when the file cannot be used.
 */
export function createSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const { folder, log, database = openShopDatabase(folder) } = options
  const table = createItemTable(database)
  const managed = createManagedTable(database)
  const photos = createPhotoTable(database)
  const watchers = createWatchers(log)
  let revision = table.readRevision()
  let closing: Promise<void> | undefined

  /** Tells of what was written, if anything was. */
  function tell(latest: number, ids: readonly string[]): void {
    if (latest === revision) return
    revision = latest
    watchers.notify({ revision, ids })
  }

  function put(items: readonly StoredItem[]): readonly PutOutcome[] {
    const { arrivals, revision: latest } = table.put(items)
    tell(
      latest,
      items.filter((_, index) => arrivals[index] === 'added').map(({ id }) => id),
    )
    return arrivals
  }

  const groups = createGroupCommit((group: readonly Arriving[]) => {
    const arrivals = orStorageUnavailable(() => put(group.map(({ item }) => ({ ...initialState, ...item }))))
    for (const [index, arriving] of group.entries()) arriving.arrival = arrivals[index]
  })

  /** Asks the file, as long as it is open. */
  async function ask<T>(work: () => T): Promise<T> {
    if (closing !== undefined) throw new ShopError('storage-unavailable', problems.storageUnavailable)
    return orStorageUnavailable(work)
  }

  async function arrive(item: NewItem, id: string): Promise<Arriving> {
    return ask(() => groups.add(toArriving(item, id)))
  }

  async function addOnce(item: NewItem, id: string): Promise<AddOutcome> {
    if (await ask(() => managed.isGone(id))) return { isNew: false, item: undefined }
    const { arrival, item: arrived } = await arrive(item, id)
    if (arrival === 'added') return { isNew: true, item: arrived }
    return { isNew: false, item: await ask(() => table.find(id)) }
  }

  /** Changes an item, and tells of it before anything else can change. */
  function change<T extends { revision: number }>(id: string, work: () => T | undefined): Promise<T | undefined> {
    return ask(() => {
      const changed = work()
      if (changed !== undefined) tell(changed.revision, [id])
      return changed
    })
  }

  return {
    newest: (limit) => ask(() => ({ revision, items: table.newest(limit) })),
    find: (id) => ask(() => table.find(id)),
    isInMemory: () => true, // Or on this machine's disk, which costs as little.
    isGone: (id) => ask(() => managed.isGone(id)),
    listAll: () => ask(() => ({ revision, items: managed.listAll() })),
    usedPhotos: (ids) => ask(() => photos.usedOf(ids)),
    add: async (item) => (await arrive(item, createItemId())).item,
    addOnce: (item, key) => addOnce(item, itemIdOf(key)),
    async update(id, changes, version) {
      const updated = await change(id, () => managed.update(id, changes, version))
      return updated && { isDone: updated.isDone, item: updated.item }
    },
    addCopy: async (id, imageUrl, copy) => (await change(id, () => managed.addCopy(id, imageUrl, copy))) !== undefined,
    remove: async (id) => (await change(id, () => managed.setRemoved(id, new Date())))?.item,
    restore: async (id) => (await change(id, () => managed.setRemoved(id, null)))?.item,
    purge: (removedBefore) =>
      ask(() => {
        const { ids, revision: latest } = managed.purge(removedBefore)
        tell(latest, ids)
        return ids.length
      }),
    put: (items) => ask(() => put(items)),
    tryWrite: () => ask(() => tryWrite(database)),
    watch: (listener) => watchers.add(listener, { revision, ids: [] }),
    close() {
      closing ??= groups.settled().then(() => database.close())
      return closing
    },
  }
}

function toArriving(item: NewItem, id: string): Arriving {
  return { item: { ...item, id, createdAt: new Date(), sold: initialState.sold } }
}
