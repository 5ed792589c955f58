import type { DatabaseSync } from 'node:sqlite'

import type { DataFolder } from '@stockinette/sqlite/data-folder.ts'
import { createDurableWrites, type DurableWrites } from '@stockinette/sqlite/durable-writes.ts'
import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'
import { createGroupCommit } from '@stockinette/sqlite/group-commit.ts'
import { tryWrite } from '@stockinette/sqlite/transaction.ts'

import type { Day } from '../../domain/day.ts'
import { ShopError } from '../../domain/errors.ts'
import { initialState, type ItemChanges, type ManagedItem, type StoredItem } from '../../domain/item-state.ts'
import type { Item, NewItem } from '../../domain/item.ts'
import type { Photo } from '../../domain/photo.ts'
import type { Log } from '../../log.ts'
import { problems } from '../../messages/messages.ts'
import { createItemId, itemIdOf } from '../item-id.ts'
import { idsOf } from '../search/catalogue-index.ts'
import { CatalogueSearch } from '../search/catalogue-search.ts'
import type { AddOutcome, Catalogue, Change, ChangeOutcome, Store, ItemVersion } from '../store.ts'
import type { ItemSink, PutOutcome } from '../transfer/transfer.ts'
import { createCatalogueWatchers, type Watchers } from '../watchers.ts'
import { IndexFilling } from './index-filling.ts'
import { ItemTable, type Revised } from './item-table.ts'
import { openShopDatabase } from './shop-database.ts'

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
 * Stores items in the database of the data folder, and imports them. Items added at the same moment are written in one
 * transaction, all or none, and reported as one change. Once closed, everything but `close` rejects with
 * `storage-unavailable`.
 */
export class SqliteStore implements Store, ItemSink {
  readonly #database: DatabaseSync
  readonly #durable: DurableWrites
  readonly #table: ItemTable
  readonly #index: IndexFilling
  readonly #watchers: Watchers<Change>
  readonly #added = createGroupCommit((group: readonly PendingItem[]) => this.#insertAll(group))
  #revision: number
  #closing: Promise<void> | undefined
  /** Finds the items. */
  readonly search: CatalogueSearch

  /** @throws StartError if the file cannot be used. */
  constructor({ folder, log, database = openShopDatabase(folder, log) }: SqliteStoreOptions) {
    this.#database = database
    this.#durable = createDurableWrites(database)
    this.#table = new ItemTable(database)
    this.#watchers = createCatalogueWatchers(log)
    this.#revision = this.#table.readRevision()
    this.#index = new IndexFilling(this.#table, log, () => this.#watchers.notify({ revision: this.#revision, ids: [] }))
    this.search = new CatalogueSearch({
      isFilled: () => this.#index.isFilled,
      index: async () => this.#run(() => this.#index.wait()),
      find: (id) => this.#run(() => this.#table.findManaged(id)),
      findByPhoto: (id) => this.#run(() => this.#table.findByPhoto(id)),
      revision: () => this.#revision,
    })
  }

  async newest(limit: number): Promise<Catalogue> {
    return this.#run(() => ({ revision: this.#revision, items: this.#table.newest(limit) }))
  }

  async find(id: string): Promise<Item | undefined> {
    return this.#run(() => this.#table.find(id))
  }

  isInMemory(): boolean {
    return true // Or on this machine's disk, which is as cheap.
  }

  async isNotVisible(id: string): Promise<boolean> {
    return this.#run(() => this.#table.isNotVisible(id))
  }

  async isGone(id: string): Promise<boolean> {
    return this.#run(() => this.#table.isGone(id))
  }

  async findManaged(id: string): Promise<ManagedItem | undefined> {
    return this.#run(() => this.#table.findManaged(id))
  }

  async changeCategory(ids: readonly string[], from: string, to: string): Promise<number> {
    return (await this.#write(() => this.#publish(this.#table.changeCategory(ids, from, to)))).changes.length
  }

  async endedReservations(today: Day): Promise<readonly ItemVersion[]> {
    const index = await this.#run(() => this.#index.wait())
    const items = this.#run(() => index.endedReservations(today).flatMap((id) => this.#table.findManaged(id) ?? []))
    return items.map(({ id, version }) => ({ id, version }))
  }

  async usedPhotos(photoIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#run(() => this.#table.usedPhotos(photoIds))
  }

  async add(item: NewItem): Promise<Item> {
    return (await this.#insert(item, createItemId())).item
  }

  async addOnce(item: NewItem, key: string): Promise<AddOutcome> {
    const id = itemIdOf(key)
    if (await this.isGone(id)) return { isNew: false, item: undefined }
    const { outcome, item: added } = await this.#insert(item, id)
    if (outcome === 'added') return { isNew: true, item: added }
    return { isNew: false, item: await this.find(id) }
  }

  async put(items: readonly StoredItem[]): Promise<readonly PutOutcome[]> {
    return this.#write(() => this.#publish(this.#table.put(items)).outcomes)
  }

  async update(id: string, changes: ItemChanges, version: string): Promise<ChangeOutcome | undefined> {
    const updated = await this.#change(() => this.#table.update(id, changes, version))
    return updated && { isDone: updated.isDone, item: updated.item }
  }

  async addCopy(id: string, imageUrl: string, copy: Photo): Promise<boolean> {
    return (await this.#change(() => this.#table.addCopy(id, imageUrl, copy))) !== undefined
  }

  async remove(id: string): Promise<ManagedItem | undefined> {
    return (await this.#change(() => this.#table.setRemoved(id, new Date())))?.item
  }

  async restore(id: string): Promise<ManagedItem | undefined> {
    return (await this.#change(() => this.#table.setRemoved(id, null)))?.item
  }

  async purge(removedBefore: Date): Promise<number> {
    return this.#run(() => this.#publish(this.#table.purge(removedBefore))).changes.length
  }

  /** Rejects with ShopError `storage-unavailable` if the file cannot be written to. */
  async tryWrite(): Promise<void> {
    this.#run(() => tryWrite(this.#database))
  }

  watch(listener: (change: Change) => void): () => void {
    return this.#watchers.add(listener, { revision: this.#revision, ids: [] })
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#index.stop()
    await this.#added.settled()
    await this.#durable.close()
    this.#database.close()
  }

  async #insert(item: NewItem, id: string): Promise<PendingItem> {
    const { sold, reserved } = initialState
    const pending = { item: { ...item, id, createdAt: new Date(), sold, reserved } }
    return this.#run(() => this.#added.add(pending))
  }

  async #insertAll(group: readonly PendingItem[]): Promise<void> {
    const items = group.map(({ item }) => ({ ...initialState, ...item }))
    const { outcomes } = await this.#durable.write(() =>
      orStorageUnavailable(() => this.#publish(this.#table.put(items))),
    )
    for (const [index, pending] of group.entries()) pending.outcome = outcomes[index]
  }

  async #change<T>(work: () => Revised<T> | undefined): Promise<Revised<T> | undefined> {
    return this.#write(() => {
      const changed = work()
      return changed && this.#publish(changed)
    })
  }

  /** Runs a write, unless the store is closed, and resolves once it is durable. */
  async #write<T>(work: () => T): Promise<T> {
    return this.#run(() => this.#durable.write(() => orStorageUnavailable(work)))
  }

  /** Runs a query or a rare write, unless the store is closed. */
  #run<T>(work: () => T): T {
    if (this.#closing !== undefined) throw new ShopError('storage-unavailable', problems.storageUnavailable)
    return orStorageUnavailable(work)
  }

  /** Brings the index up to date and notifies watchers, if anything was written, before anything else can change. */
  #publish<T>(written: Revised<T>): Revised<T> {
    const { revision, changes } = written
    if (revision === this.#revision) return written
    this.#revision = revision
    this.#index.current.apply(changes)
    this.#watchers.notify({ revision, ids: idsOf(changes) })
    return written
  }
}
