import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'

import type { DataFolder } from '@stockinette/sqlite/data-folder.ts'
import { createDurableWrites, type DurableWrites } from '@stockinette/sqlite/durable-writes.ts'
import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'
import { createGroupCommit } from '@stockinette/sqlite/group-commit.ts'
import { tryWrite } from '@stockinette/sqlite/transaction.ts'

import type { CatalogueQuery } from '../../domain/catalogue/catalogue-query.ts'
import { ShopError } from '../../domain/errors.ts'
import { initialState, type ItemChanges, type ManagedItem, type StoredItem } from '../../domain/item-state.ts'
import type { Item, NewItem } from '../../domain/item.ts'
import type { Photo } from '../../domain/photo.ts'
import type { Log } from '../../log.ts'
import { problems } from '../../messages/messages.ts'
import { createItemId, itemIdOf } from '../item-id.ts'
import type { CatalogueOverview, CataloguePage, Facets, ManagedPage, ManagedQuery } from '../search/catalogue-search.ts'
import type { AddOutcome, Catalogue, Change, ChangeOutcome, Store } from '../store.ts'
import type { ItemSink, PutOutcome } from '../transfer/transfer.ts'
import { createCatalogueWatchers, type Watchers } from '../watchers.ts'
import { ItemTable } from './item-table.ts'
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
  readonly #watchers: Watchers<Change>
  readonly #added = createGroupCommit((group: readonly PendingItem[]) => this.#insertAll(group))
  #revision: number
  #closing: Promise<void> | undefined

  /** @throws StartError if the file cannot be used. */
  constructor({ folder, log, database = openShopDatabase(folder, log) }: SqliteStoreOptions) {
    this.#database = database
    this.#durable = createDurableWrites(database)
    this.#table = new ItemTable(database)
    this.#watchers = createCatalogueWatchers(log)
    this.#revision = this.#table.readRevision()
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

  async isUnseen(id: string): Promise<boolean> {
    return this.#run(() => this.#table.isUnseen(id))
  }

  async isGone(id: string): Promise<boolean> {
    return this.#run(() => this.#table.isGone(id))
  }

  isIndexed(): boolean {
    return true // From when the database was opened.
  }

  async search(query: CatalogueQuery, limit: number): Promise<CataloguePage> {
    return this.#run(() => {
      const { ids, ...page } = this.#table.index.search(query, limit)
      return { revision: this.#revision, items: ids.flatMap((id) => this.#table.find(id) ?? []), ...page }
    })
  }

  async overview(): Promise<CatalogueOverview> {
    return this.#run(() => ({ revision: this.#revision, ...this.#table.index.overview() }))
  }

  async facets(category: string | null): Promise<Facets> {
    return this.#run(() => this.#table.index.facets(category))
  }

  async listManaged(query: ManagedQuery, limit: number): Promise<ManagedPage> {
    return this.#run(() => {
      const { ids, ...page } = this.#table.index.listManaged(query, limit)
      return { revision: this.#revision, items: ids.flatMap((id) => this.#table.findManaged(id) ?? []), ...page }
    })
  }

  async findManaged(id: string): Promise<ManagedItem | undefined> {
    return this.#run(() => this.#table.findManaged(id))
  }

  async renameCategory(from: string, to: string): Promise<number> {
    let count = 0
    let before: bigint | null = null
    do {
      const { ids, last } = await this.#write(() => {
        const renamed = this.#table.renameCategory(from, to, before)
        this.#notify(renamed)
        return renamed
      })
      count += ids.length
      before = last
      // Others have their turn between two batches.
      await setImmediate()
    } while (before !== null)
    return count
  }

  async listPublic(after: string | null, limit: number) {
    return this.#run(() => this.#table.index.listPublic(after, limit))
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
    return this.#write(() => this.#put(items))
  }

  async update(id: string, changes: ItemChanges, version: string): Promise<ChangeOutcome | undefined> {
    const updated = await this.#change(id, () => this.#table.update(id, changes, version))
    return updated && { isDone: updated.isDone, item: updated.item }
  }

  async addCopy(id: string, imageUrl: string, copy: Photo): Promise<boolean> {
    return (await this.#change(id, () => this.#table.addCopy(id, imageUrl, copy))) !== undefined
  }

  async remove(id: string): Promise<ManagedItem | undefined> {
    return (await this.#change(id, () => this.#table.setRemoved(id, new Date())))?.item
  }

  async restore(id: string): Promise<ManagedItem | undefined> {
    return (await this.#change(id, () => this.#table.setRemoved(id, null)))?.item
  }

  async purge(removedBefore: Date): Promise<number> {
    return this.#run(() => {
      const { ids, revision, categories } = this.#table.purge(removedBefore)
      this.#notify({ revision, ids, categories })
      return ids.length
    })
  }

  /** Rejects with ShopError `storage-unavailable` if the file cannot be written to. */
  async tryWrite(): Promise<void> {
    this.#run(() => tryWrite(this.#database))
  }

  watch(listener: (change: Change) => void): () => void {
    return this.#watchers.add(listener, { revision: this.#revision, ids: [], categories: [] })
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#added.settled()
    await this.#durable.close()
    this.#database.close()
  }

  async #insert(item: NewItem, id: string): Promise<PendingItem> {
    const pending = { item: { ...item, id, createdAt: new Date(), sold: initialState.sold } }
    return this.#run(() => this.#added.add(pending))
  }

  async #insertAll(group: readonly PendingItem[]): Promise<void> {
    const items = group.map(({ item }) => ({ ...initialState, ...item }))
    const outcomes = await this.#durable.write(() => orStorageUnavailable(() => this.#put(items)))
    for (const [index, pending] of group.entries()) pending.outcome = outcomes[index]
  }

  #put(items: readonly StoredItem[]): readonly PutOutcome[] {
    const { outcomes, revision, categories } = this.#table.put(items)
    const ids = items.filter((_, index) => outcomes[index] === 'added').map(({ id }) => id)
    this.#notify({ revision, ids, categories })
    return outcomes
  }

  /** Changes an item, and notifies watchers before anything else can change. */
  #change<T extends Omit<Change, 'ids'>>(id: string, work: () => T | undefined): Promise<T | undefined> {
    return this.#write(() => {
      const changed = work()
      if (changed !== undefined) {
        this.#notify({ revision: changed.revision, ids: [id], categories: changed.categories })
      }
      return changed
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

  /** Notifies watchers, if anything was written. */
  #notify({ revision, ids, categories }: Change): void {
    if (revision === this.#revision) return
    this.#revision = revision
    this.#watchers.notify({ revision, ids, categories })
  }
}
