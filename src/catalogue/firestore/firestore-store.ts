import type { Firestore } from '@google-cloud/firestore'

import type { Day } from '../../domain/day.ts'
import { ShopError } from '../../domain/errors.ts'
import { initialState, type ItemChanges, type ManagedItem } from '../../domain/item-state.ts'
import { isItemId, itemListSize, type Item, type NewItem } from '../../domain/item.ts'
import type { Photo } from '../../domain/photo.ts'
import { withTimeout } from '../../google/firestore-error.ts'
import { problems } from '../../messages/messages.ts'
import { createItemId, itemIdOf } from '../item-id.ts'
import { CatalogueSearch } from '../search/catalogue-search.ts'
import type { AddOutcome, Catalogue, Change, ChangeOutcome, Store, ItemVersion } from '../store.ts'
import { createCatalogueWatchers, type Watchers } from '../watchers.ts'
import { changeCategory } from './change-category.ts'
import { createItemCache, type ItemCache } from './item-cache.ts'
import { openItemCollection, type ItemCollection, type ItemCollectionOptions } from './item-collection.ts'
import { collectionName, toManagedItem, type ItemDocument } from './item-document.ts'
import { ItemWriter, type ManagedChange } from './item-writer.ts'
import { LatestItems, type DocumentChange } from './latest-items.ts'
import { Mirror, type MirrorLimits } from './mirror/mirror.ts'
import { createTombstones, type Tombstones } from './tombstones.ts'

export interface FirestoreStoreOptions extends ItemCollectionOptions {
  readonly projectId: string
  /** How long an item that is not among the latest is cached, even if another program changes it; 30 seconds by default. */
  readonly itemLifetimeMs?: number
  readonly mirrorLimits?: MirrorLimits
}

/**
 * Stores items in the collection `items` of Cloud Firestore. What this process writes is on its list at once; the writes of
 * others come from two listeners. While Firestore is unreachable, the last known list is returned.
 * Once closed, everything but `close` rejects with `storage-unavailable`; `firestore` stays open.
 */
export class FirestoreStore implements Store {
  readonly #collection: ItemCollection
  readonly #latest: LatestItems
  readonly #cache: ItemCache
  readonly #writer: ItemWriter
  readonly #tombstones: Tombstones
  readonly #mirror: Mirror
  readonly #watchers: Watchers<Change>
  readonly #running = new Set<Promise<unknown>>()
  #closing: Promise<void> | undefined
  /** Finds the items, in a mirror of the collection. */
  readonly search: CatalogueSearch

  constructor(options: FirestoreStoreOptions) {
    const { projectId, itemLifetimeMs = 30_000, mirrorLimits, ...collectionOptions } = options
    const collection = openItemCollection(collectionOptions)
    this.#collection = collection
    this.#cache = createItemCache(collection, itemLifetimeMs)
    this.#writer = new ItemWriter(collection)
    this.#tombstones = createTombstones(collection)
    this.#watchers = createCatalogueWatchers(collection.log)
    this.#mirror = new Mirror({
      ...mirrorLimits,
      ...collection,
      onFilled: () => this.#announceIndex(),
      onFound: (ids) => this.#announce(ids),
    })
    this.search = new CatalogueSearch({
      isFilled: () => this.#mirror.isFilled,
      index: () => this.#whileOpen(async () => (await this.#mirror.items()).index),
      find: (id) => this.#mirror.find(id),
      findByPhoto: (id) => this.#mirror.findByPhoto(id),
      revision: () => this.#latest.list?.revision ?? 0,
    })
    const onChange = (change: DocumentChange) => this.#publish(change)
    const onMissed = () => this.#mirror.refill()
    this.#latest = new LatestItems({ ...collection, projectId, onChange, onMissed })
  }

  /** Why nothing can be read yet, in words for the shop's owner; `undefined` once something can. */
  get problem(): string | undefined {
    return this.#latest.problem
  }

  async newest(limit: number): Promise<Catalogue> {
    this.#refuseWhenClosed()
    const { items, revision, isComplete, isShort } = await this.#latest.getList()
    const isEnough = isComplete || (limit <= itemListSize && !isShort)
    return { revision, items: isEnough ? items.slice(0, limit) : await this.#cache.list(limit, revision) }
  }

  async find(id: string): Promise<Item | undefined> {
    this.#refuseWhenClosed()
    if (!isItemId(id)) return undefined
    return this.#latest.list?.byId.get(id) ?? this.#cache.find(id)
  }

  isInMemory(id: string): boolean {
    if (!isItemId(id) || this.#latest.list?.byId.has(id)) return true
    const known = this.#cache.peek(id)
    return known !== undefined && (known.item !== undefined || known.isNotVisible || this.#tombstones.isCached(id))
  }

  async isNotVisible(id: string): Promise<boolean> {
    this.#refuseWhenClosed()
    return isItemId(id) && !this.#latest.list?.byId.has(id) && this.#cache.isNotVisible(id)
  }

  async isGone(id: string): Promise<boolean> {
    this.#refuseWhenClosed()
    return this.#tombstones.has(id)
  }

  async add(item: NewItem): Promise<Item> {
    return this.#whileOpen(async () => {
      const id = createItemId()
      // Ids cannot be guessed, so if there is one already, an earlier attempt of ours or of the library has written it.
      const { document } = await this.#writer.create(id, item)
      return this.#publishNew(id, item, document)
    })
  }

  async addOnce(item: NewItem, key: string): Promise<AddOutcome> {
    return this.#whileOpen(async () => {
      const id = itemIdOf(key)
      if (await this.#tombstones.has(id)) return { isNew: false, item: undefined }
      const { isNew, document } = await this.#writer.create(id, item)
      if (isNew) return { isNew, item: await this.#publishNew(id, item, document) }
      this.#cache.forget([id])
      return { isNew: false, item: await this.#cache.find(id) }
    })
  }

  async update(id: string, changes: ItemChanges, version: string): Promise<ChangeOutcome | undefined> {
    return this.#change(() => this.#writer.update(id, changes, version))
  }

  async remove(id: string): Promise<ManagedItem | undefined> {
    return (await this.#change(() => this.#writer.setRemoved(id, true)))?.item
  }

  async restore(id: string): Promise<ManagedItem | undefined> {
    return (await this.#change(() => this.#writer.setRemoved(id, false)))?.item
  }

  async addCopy(id: string, imageUrl: string, copy: Photo): Promise<boolean> {
    return (await this.#change(() => this.#writer.addCopy(id, imageUrl, copy)))?.isDone ?? false
  }

  async endedReservations(today: Day): Promise<readonly ItemVersion[]> {
    return this.#whileOpen(() => this.#writer.endedReservations(today))
  }

  async usedPhotos(photoIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#whileOpen(async () => {
      // If the mirror is out of date, a photo is kept for some hours too long: one that it does not know is looked up.
      const mirrored = new Set(photoIds.filter((id) => this.#mirror.findByPhoto(id) !== undefined))
      return mirrored.union(await this.#writer.usedPhotos(photoIds.filter((id) => !mirrored.has(id))))
    })
  }

  async purge(removedBefore: Date): Promise<number> {
    return this.#whileOpen(async () => {
      const ids = await this.#tombstones.purge(removedBefore)
      this.#mirror.purge(ids, removedBefore)
      if (ids.length > 0) this.#announce(ids)
      return ids.length
    })
  }

  /** Costs a read: an owner is about to change the item, so it must not be older than in another process. */
  async findManaged(id: string): Promise<ManagedItem | undefined> {
    return this.#whileOpen(async () => {
      const found = isItemId(id) ? await this.#writer.find(id) : undefined
      return found && toManagedItem(found.document, found.note)
    })
  }

  async changeCategory(ids: readonly string[], from: string, to: string): Promise<number> {
    return this.#whileOpen(() => changeCategory({ ...this.#collection, mirror: this.#mirror }, ids, from, to))
  }

  watch(listener: (change: Change) => void): () => void {
    const revision = this.#latest.list?.revision
    return this.#watchers.add(listener, revision === undefined ? undefined : { revision, ids: [] })
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#mirror.abort() // Searches that wait for it are refused.
    await Promise.allSettled(this.#running)
    await this.#latest.stop()
    await this.#mirror.close()
  }

  /** Puts an item that was just stored on the list, and announces it. */
  async #publishNew(id: string, item: NewItem, reported: ItemDocument | undefined): Promise<Item> {
    try {
      const document = reported ?? (await this.#writer.find(id))?.document
      if (document !== undefined) {
        this.#latest.apply([document])
        return document.item
      }
    } catch (error) {
      this.#collection.log.warn({ err: error, id }, 'a new item could not be read back') // It is stored all the same.
    }
    this.#announce([id])
    const { sold, reserved } = initialState
    return { ...item, id, createdAt: new Date(), sold, reserved }
  }

  #publish({ revision, ids, documents, unlisted }: DocumentChange): void {
    this.#mirror.apply(documents, unlisted)
    this.#cache.forget(ids)
    this.#watchers.notify({ revision, ids })
  }

  /** Announces a change that the list of the latest items does not show. */
  #announce(ids: readonly string[]): void {
    const revision = this.#latest.nextRevision()
    if (revision === undefined) return
    this.#cache.forget(ids)
    this.#watchers.notify({ revision, ids })
  }

  /** Nothing has changed, but pages that were rendered without the index show less than those to come. */
  #announceIndex(): void {
    const revision = this.#latest.list?.revision
    if (revision !== undefined) this.#watchers.notify({ revision, ids: [] })
  }

  async #change(change: () => Promise<ManagedChange | undefined>): Promise<ChangeOutcome | undefined> {
    return this.#whileOpen(async () => {
      const changed = await change()
      if (changed === undefined) return undefined
      const { isDone, isWritten, document, note } = changed
      if (isWritten) {
        this.#latest.apply([document]) // Announces it.
        // Unless a listener reported that the item has left the list: then it is no news, but the mirror dropped the item.
        this.#mirror.apply([document])
        await this.#mirror.noteReported(document.item.id, note)
      }
      return { isDone, item: toManagedItem(document, note) }
    })
  }

  /** Runs a call that `close` waits for. */
  #whileOpen<T>(work: () => Promise<T>): Promise<T> {
    this.#refuseWhenClosed()
    const working = work().finally(() => this.#running.delete(working))
    this.#running.add(working)
    return working
  }

  #refuseWhenClosed(): void {
    if (this.#closing !== undefined) throw new ShopError('storage-unavailable', problems.storageUnavailable)
  }
}

const answerMs = 4_000

/** Whether Firestore responds right now. Costs one read, of a document that no item can have. Never rejects. */
export async function isReachable(firestore: Firestore): Promise<boolean> {
  try {
    await withTimeout(answerMs, firestore.collection(collectionName).doc('~').get())
    return true
  } catch {
    return false // The error itself does not matter.
  }
}
