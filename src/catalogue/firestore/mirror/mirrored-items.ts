import type { ManagedItem } from '../../../domain/item-state.ts'
import { photoIdsOf } from '../../../domain/photo.ts'
import { CatalogueIndex, idsOf, type ItemChange } from '../../search/catalogue-index.ts'
import { compareNewest, toManagedItem, type ItemDocument } from '../item-document.ts'

/**
 * The documents of all items with their index. While it is being filled, documents are only stored; `indexNext` then brings
 * them into the index in the order in which they were added. Methods that change them return the ids of those that changed.
 */
export class MirroredItems {
  readonly #noteOf: (id: string) => string | null
  readonly #documents = new Map<string, ItemDocument>()
  /** The ids of the items that use each photo. */
  readonly #photoUses = new Map<string, Set<string>>()
  /** Documents to be indexed, the newest first; `undefined` before `indexNext` was called. */
  #unindexed: ItemDocument[] | undefined
  readonly index = new CatalogueIndex()
  #isFilled = false

  /** @param noteOf the note of an item's reservation. */
  constructor(noteOf: (id: string) => string | null) {
    this.#noteOf = noteOf
  }

  /** Whether the index has all of them. */
  get isFilled(): boolean {
    return this.#isFilled
  }

  get size(): number {
    return this.#documents.size
  }

  get ids(): readonly string[] {
    return [...this.#documents.keys()]
  }

  find(id: string): ManagedItem | undefined {
    const document = this.#documents.get(id)
    return document && this.#toManaged(document)
  }

  findByPhoto(photoId: string): ManagedItem | undefined {
    const [id] = this.#photoUses.get(photoId) ?? []
    return id === undefined ? undefined : this.find(id)
  }

  removedBefore(time: Date): string[] {
    return [...this.#documents.values()]
      .filter(({ removedAt }) => removedAt !== null && removedAt < time)
      .map(({ item }) => item.id)
  }

  /** Takes over documents that are newer than those it has. */
  put(documents: readonly ItemDocument[]): string[] {
    const changes: ItemChange[] = []
    for (const document of documents.toSorted(compareNewest).toReversed()) {
      const before = this.#documents.get(document.item.id)
      if (before !== undefined && before.updatedAt >= document.updatedAt) continue
      this.#set(document)
      changes.push(this.#toChange(document, before))
    }
    return this.#apply(changes)
  }

  delete(ids: readonly string[]): string[] {
    const documents = ids.map((id) => this.#documents.get(id)).filter((document) => document !== undefined)
    for (const { item } of documents) this.#drop(item.id)
    return this.#apply(documents.map((document) => ({ before: this.#toManaged(document), changedAt: new Date() })))
  }

  /** Drops the oldest items beyond `limit`. */
  trim(limit: number): string[] {
    return this.delete(this.#isFilled ? this.index.oldest(this.size - limit) : [])
  }

  /** Brings some items into the index; at most `count`. @returns whether there may be others. */
  indexNext(count: number, limit: number): boolean {
    this.#unindexed ??= [...this.#documents.values()].toSorted(compareNewest)
    for (const { item } of this.#unindexed.splice(limit)) this.#drop(item.id)
    const next = this.#unindexed.splice(-count).toReversed()
    const missing = next
      .filter(({ item }) => !this.index.has(item.id))
      .flatMap(({ item }) => this.#documents.get(item.id) ?? [])
    this.index.apply(missing.map((document) => this.#toChange(document)))
    if (this.#unindexed.length > 0) return true
    // Others came meanwhile.
    this.#unindexed = [...this.#documents.values()]
      .filter(({ item }) => !this.index.has(item.id))
      .toSorted(compareNewest)
    this.#isFilled = this.#unindexed.length === 0
    return !this.#isFilled
  }

  /** Brings the notes of items into the index as they are now. */
  updateNotes(ids: readonly string[]): string[] {
    const documents = ids.flatMap((id) => this.#documents.get(id) ?? [])
    return this.#apply(documents.map((document) => this.#toChange(document, document)))
  }

  #set(document: ItemDocument): void {
    this.#drop(document.item.id)
    this.#documents.set(document.item.id, document)
    for (const photoId of photoIdsOf(document.item)) {
      this.#photoUses.getOrInsertComputed(photoId, () => new Set()).add(document.item.id)
    }
  }

  #drop(id: string): void {
    const document = this.#documents.get(id)
    if (document === undefined) return
    this.#documents.delete(id)
    for (const photoId of photoIdsOf(document.item)) {
      const users = this.#photoUses.get(photoId)
      users?.delete(id)
      if (users?.size === 0) this.#photoUses.delete(photoId)
    }
  }

  #toManaged(document: ItemDocument): ManagedItem {
    return toManagedItem(document, this.#noteOf(document.item.id))
  }

  /** The part of an item's time below the millisecond orders imported items. It is the same in every process. */
  #toChange(document: ItemDocument, before?: ItemDocument): ItemChange {
    return {
      before: before && this.#toManaged(before),
      after: this.#toManaged(document),
      changedAt: new Date(Math.floor(document.updatedAt / 1_000)),
      tie: ((document.listedAt % 1_000) + 1_000) % 1_000,
    }
  }

  #apply(changes: readonly ItemChange[]): string[] {
    const { index } = this
    index.apply(this.#isFilled ? changes : changes.filter(({ before }) => before !== undefined && index.has(before.id)))
    return idsOf(changes)
  }
}
