import { DatabaseSync } from 'node:sqlite'

import { categoryKey } from '../../../domain/catalogue/category.ts'
import type { ManagedItem } from '../../../domain/item-state.ts'
import { IndexReader } from '../../search/index-reader.ts'
import { createIndexTables } from '../../search/index-schema.ts'
import { IndexWriter, type IndexedChange } from '../../search/index-writer.ts'
import { compareNewest, toManagedItem, type ItemDocument } from '../item-document.ts'
import { DocumentTable } from './document-table.ts'

/** What has changed in the mirror. */
export interface MirrorChange {
  readonly ids: readonly string[]
  /** Keys of the categories that these items have, or had before. */
  readonly categories: readonly string[]
}

/**
 * The documents of all items with their index, in a database in memory. While it is being filled, documents are only stored;
 * `indexNext` then brings them into the index in the order in which they were added.
 */
export class MirroredItems {
  readonly #database = new DatabaseSync(':memory:')
  readonly #documents = new DocumentTable(this.#database)
  readonly #writer: IndexWriter
  readonly index: IndexReader
  #isFilled = false
  #size = 0

  constructor() {
    createIndexTables(this.#database)
    this.#writer = new IndexWriter(this.#database, (id) => this.find(id))
    this.index = new IndexReader(this.#database, (id) => this.find(id))
  }

  /** Whether the index has all of them. */
  get isFilled(): boolean {
    return this.#isFilled
  }

  get size(): number {
    return this.#size
  }

  find(id: string): ManagedItem | undefined {
    return this.#documents.find(id)?.item
  }

  idsAfter(id: string, limit: number): string[] {
    return this.#documents.idsAfter(id, limit)
  }

  removedBefore(time: Date): string[] {
    return this.#documents.removedBefore(time)
  }

  /** Takes over documents that are newer than those it has. */
  put(documents: readonly ItemDocument[]): MirrorChange {
    return this.#write((changes) => {
      for (const document of documents.toSorted(compareNewest).toReversed()) {
        const before = this.#documents.find(document.item.id)
        if (before !== undefined && before.updatedAt >= document.updatedAt) continue
        const isIndexed = before?.isIndexed ?? this.#isFilled
        this.#documents.put(document, isIndexed)
        changes.push({ before: before?.item, after: toManagedItem(document), isIndexed, tie: tieOf(document) })
      }
    })
  }

  delete(ids: readonly string[]): MirrorChange {
    return this.#write((changes) => {
      for (const id of ids) {
        const before = this.#documents.find(id)
        if (before === undefined) continue
        this.#documents.delete(id)
        changes.push({ before: before.item, after: undefined, isIndexed: before.isIndexed })
      }
    })
  }

  /** Drops the oldest items beyond `limit`. */
  trim(limit: number): MirrorChange {
    return this.delete(this.#documents.oldest(this.size - limit).map(({ item }) => item.id))
  }

  /** Brings some items into the index; at most `limit`. @returns whether there may be others. */
  indexNext(limit: number): boolean {
    this.#writer.inTransaction(() => {
      const items = this.#documents.takeUnindexed(limit)
      this.#writer.write(items.map((each) => ({ after: each.item, changedAt: writtenAt(each.item), tie: tieOf(each) })))
      this.#isFilled = items.length === 0
    })
    return !this.#isFilled
  }

  close(): void {
    this.#database.close()
  }

  #write(work: (changes: StoredChange[]) => void): MirrorChange {
    const changes: StoredChange[] = []
    this.#writer.inTransaction(() => {
      work(changes)
      this.#writer.write(changes.filter(({ isIndexed }) => isIndexed).flatMap(toIndexedChanges))
    })
    for (const { before, after } of changes) this.#size += Number(after !== undefined) - Number(before !== undefined)
    const items = changes.flatMap(({ before, after }) => [before, after]).filter((item) => item !== undefined)
    return {
      ids: [...new Set(items.map(({ id }) => id))],
      categories: [...new Set(items.map(({ category }) => categoryKey(category)))],
    }
  }
}

interface StoredChange {
  readonly before: ManagedItem | undefined
  readonly after: ManagedItem | undefined
  readonly isIndexed: boolean
  readonly tie?: number
}

/** The part of its time below the millisecond orders imported items. It is the same in every process. */
function tieOf({ listedAt }: Pick<ItemDocument, 'listedAt'>): number {
  return ((listedAt % 1_000) + 1_000) % 1_000
}

/** The index finds an item by its time, which another program may have changed: then it is another item to the index. */
function toIndexedChanges({ before, after, tie = 0 }: StoredChange): IndexedChange[] {
  const changedAt = after === undefined ? new Date() : writtenAt(after)
  const isMoved =
    before !== undefined && after !== undefined && before.createdAt.getTime() !== after.createdAt.getTime()
  if (!isMoved) return [{ before, after, changedAt, tie }]
  return [
    { before, changedAt },
    { after, changedAt, tie },
  ]
}

/** The version of an item in Firestore is the time of its last write, in microseconds. */
function writtenAt({ version }: ManagedItem): Date {
  return new Date(Math.floor(Number(version) / 1_000))
}
