import { join } from 'node:path'

import { ShopError } from '../../domain/errors.ts'
import { stateAsAdded } from '../../domain/item-state.ts'
import type { KeptItem } from '../../domain/item-state.ts'
import type { Item, NewItem } from '../../domain/item.ts'
import { problems } from '../../domain/messages.ts'
import type { Log } from '../../log/log.ts'
import type { DataFolder } from '../../sqlite/data-folder.ts'
import { openDatabase } from '../../sqlite/database.ts'
import { createGroups } from '../../sqlite/groups.ts'
import { orStorageUnavailable } from '../../sqlite/storage-unavailable.ts'
import type { Arrival, ItemSink } from '../archive.ts'
import { createItemId, itemIdOf } from '../item-id.ts'
import type { Store } from '../store.ts'
import { createWatchers } from '../watchers.ts'
import { createItemTable } from './item-table.ts'
import { createManagedTable } from './managed-table.ts'
import { migrations } from './migrations.ts'
import { createPhotoTable } from './photo-table.ts'

/** The items' file in the data folder. */
export const itemsFile = 'items.db'

/** An item on its way into the file, and what became of it once it was written. */
interface Arriving {
  readonly item: Item
  arrival?: Arrival | undefined
}

/**
 * Items in {@link itemsFile} of the data folder. Items added at the same moment are written in one transaction and told as one
 * change: all of them are kept, or none. Once closed, everything but `close` rejects with `storage-unavailable`.
 *
 * @throws StartError when the file cannot be used.
 */
export function createSqliteStore({ folder, log }: { folder: DataFolder; log: Log }): Store & ItemSink {
  const database = openDatabase(join(folder.path, itemsFile), migrations)
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
    watchers.tell({ revision, ids })
  }

  function put(items: readonly KeptItem[]): readonly Arrival[] {
    const { arrivals, revision: latest } = orStorageUnavailable(() => table.put(items))
    tell(
      latest,
      items.filter((_, index) => arrivals[index] === 'added').map(({ id }) => id),
    )
    return arrivals
  }

  const groups = createGroups((group: readonly Arriving[]) => {
    const arrivals = put(group.map(({ item }) => ({ ...stateAsAdded, ...item })))
    for (const [index, arriving] of group.entries()) arriving.arrival = arrivals[index]
  })

  function refuseWhenClosed(): void {
    if (closing !== undefined) throw new ShopError('storage-unavailable', problems.storageUnavailable)
  }

  function setRemoved(id: string, at: Date | null) {
    refuseWhenClosed()
    const set = orStorageUnavailable(() => managed.setRemoved(id, at))
    if (set !== undefined) tell(set.revision, [id])
    return set?.item
  }

  return {
    async newest(limit) {
      refuseWhenClosed()
      return { revision, items: orStorageUnavailable(() => table.newest(limit)) }
    },
    async find(id) {
      refuseWhenClosed()
      return orStorageUnavailable(() => table.find(id))
    },
    async add(item) {
      refuseWhenClosed()
      return (await groups.add(toArriving(item, createItemId()))).item
    },
    async addOnce(item, key) {
      refuseWhenClosed()
      const id = itemIdOf(key)
      if (orStorageUnavailable(() => managed.isGone(id))) return { isNew: false, item: undefined }
      const arriving = await groups.add(toArriving(item, id))
      if (arriving.arrival === 'added') return { isNew: true, item: arriving.item }
      return { isNew: false, item: orStorageUnavailable(() => table.find(id)) }
    },
    async isGone(id) {
      refuseWhenClosed()
      return orStorageUnavailable(() => managed.isGone(id))
    },
    async listAll() {
      refuseWhenClosed()
      return { revision, items: orStorageUnavailable(() => managed.listAll()) }
    },
    async update(id, changes, version) {
      refuseWhenClosed()
      const updated = orStorageUnavailable(() => managed.update(id, changes, version))
      if (updated === undefined) return undefined
      tell(updated.revision, [id])
      return { isDone: updated.isDone, item: updated.item }
    },
    async addCopy(id, imageUrl, copy) {
      refuseWhenClosed()
      const latest = orStorageUnavailable(() => managed.addCopy(id, imageUrl, copy))
      if (latest !== undefined) tell(latest, [id])
      return latest !== undefined
    },
    async usedPhotos(ids) {
      refuseWhenClosed()
      return orStorageUnavailable(() => photos.usedOf(ids))
    },
    remove: async (id) => setRemoved(id, new Date()),
    restore: async (id) => setRemoved(id, null),
    async purge(removedBefore) {
      refuseWhenClosed()
      const { ids, revision: latest } = orStorageUnavailable(() => managed.purge(removedBefore))
      tell(latest, ids)
      return ids.length
    },
    async put(items) {
      refuseWhenClosed()
      return put(items)
    },
    watch: (listener) => watchers.add(listener, { revision, ids: [] }),
    close() {
      closing ??= groups.settled().then(() => database.close())
      return closing
    },
  }
}

function toArriving(item: NewItem, id: string): Arriving {
  return { item: { ...item, id, createdAt: new Date(), sold: stateAsAdded.sold } }
}
