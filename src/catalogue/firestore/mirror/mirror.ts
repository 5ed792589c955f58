import { setImmediate } from 'node:timers/promises'

import type { ManagedItem } from '../../../domain/item-state.ts'
import { attemptMs, callUntilAnswered, waitForFirst } from '../../../google/call-firestore.ts'
import { withTimeout } from '../../../google/firestore-error.ts'
import type { ItemCollection } from '../item-collection.ts'
import type { ItemDocument } from '../item-document.ts'
import type { ListenedNotes } from '../item-notes.ts'
import { MirroredItems } from './mirrored-items.ts'
import { readDocuments, readEach, type DocumentSource } from './read-documents.ts'

/** The memory of a process is limited: about 3 KB for each. */
const maxItems = 200_000

const refillMs = 6 * 3_600_000

/** How many items are brought into the index before other work has a turn: a few milliseconds. */
const indexedAtOnce = 50

/** The number of documents in one read. */
const maxVerified = 100

export interface MirrorLimits {
  /** How many items it has at most, the newest ones; 200,000 by default. */
  readonly maxItems?: number
  /** The pause before it is filled again; six hours by default. */
  readonly refillMs?: number
}

export interface MirrorOptions extends Pick<ItemCollection, 'items' | 'reader' | 'notes' | 'log'>, MirrorLimits {
  /** Called when the index is filled for the first time. */
  readonly onFilled: () => void
  /** Called with the ids of items whose changes no listener has reported. */
  readonly onFound: (ids: readonly string[]) => void
}

/**
 * All items of the collection in the memory of this process, with their index. It is filled when it is first asked for,
 * which costs one read for each item, and kept up to date by `apply`.
 *
 * It is filled again every six hours, and when a listener may have missed a change: changes that other programs make to
 * items that are not among the latest, and what was deleted by others, is found only then. What it has is served meanwhile.
 */
export class Mirror {
  readonly #options: MirrorOptions
  readonly #source: DocumentSource
  readonly #items = new MirroredItems((id) => this.#notes?.get(id) ?? null)
  readonly #ended = new AbortController()
  readonly #first = Promise.withResolvers<void>()
  readonly #verifying = new Set<Promise<void>>()
  #filling: Promise<void> | undefined
  /** The notes of reservations; `undefined` until it is first filled. */
  #notes: ListenedNotes | undefined
  #hasStarted = false
  #isStale = false
  #timer: NodeJS.Timeout | undefined
  /** Why the last attempt to read failed. */
  #problem: unknown
  /** The ids of items that the running filling has found. */
  #found = new Set<string>()
  /** Deleted items by id, with the time up to which documents of them are out of date. Kept during a filling. */
  readonly #deleted = new Map<string, number>()

  constructor(options: MirrorOptions) {
    const { items, reader, log } = options
    this.#options = options
    this.#first.promise.catch(() => {}) // Callers that wait get the error.
    const { signal } = this.#ended
    const onFailedAttempt = (error: unknown) => {
      this.#problem = error
      log.warn({ err: error }, 'the index of the catalogue cannot be filled at the moment')
    }
    const retry = async <T>(call: () => Promise<T>) => {
      const answer = await callUntilAnswered(call, { signal, onFailedAttempt })
      this.#problem = undefined
      return answer
    }
    this.#source = { items, reader, retry, limit: options.maxItems ?? maxItems }
  }

  /** Whether `items` can be used without waiting. */
  get isFilled(): boolean {
    return this.#items.isFilled
  }

  /** An item of those that it has. */
  find(id: string): ManagedItem | undefined {
    return this.#items.find(id)
  }

  /** One of the items that it has that uses a photo. */
  findByPhoto(photoId: string): ManagedItem | undefined {
    return this.#items.findByPhoto(photoId)
  }

  /** The items. Rejects with ShopError `storage-unavailable` if they cannot be read, or not in time. */
  async items(): Promise<MirroredItems> {
    if (this.#items.isFilled) return this.#items
    this.#start()
    await waitForFirst(this.#first.promise, this.#problem)
    return this.#items
  }

  /**
   * Takes over documents that were written or reported.
   *
   * @param unlisted ids of items that left the list of the latest ones, whose documents are not known: visitors no longer
   * see them. Whether they still exist is found out afterwards.
   */
  apply(documents: readonly ItemDocument[], unlisted: readonly string[] = []): void {
    if (!this.#hasStarted) return
    for (const { item } of documents) this.#found.add(item.id)
    this.#items.put(documents)
    this.#items.delete(unlisted)
    this.#trim()
    if (unlisted.length > 0) this.#verifyInBackground(unlisted)
  }

  /**
   * Drops items that were purged.
   *
   * @param removedBefore others may have purged the items that were removed before this time.
   */
  purge(ids: readonly string[], removedBefore: Date): void {
    if (!this.#hasStarted) return
    for (const id of ids) this.#deleted.set(id, Infinity)
    this.#items.delete([...ids, ...this.#items.removedBefore(removedBefore)])
  }

  /** Fills it again, if it was filled before. */
  refill(): void {
    if (!this.#hasStarted) return
    this.#isStale = this.#filling !== undefined
    this.#start()
  }

  /**
   * Reads these items once again, and takes over and announces what has changed. Rejects if Firestore does not answer within the
   * time that a request waits, and when it was aborted.
   */
  async readAgain(ids: readonly string[]): Promise<void> {
    await this.#verify(ids, (call) => withTimeout(attemptMs, call()))
  }

  /** Waits until it knows a note that was written, if it has notes. */
  async noteReported(id: string, note: string | null): Promise<void> {
    await this.#notes?.reported(id, note)
  }

  /** Ends the filling that runs. Callers that wait are refused. */
  abort(): void {
    this.#ended.abort()
    clearTimeout(this.#timer)
    this.#first.reject(new Error('The store was closed.'))
  }

  /** Call it when nothing uses the items any more. */
  async close(): Promise<void> {
    this.abort()
    await Promise.allSettled([this.#filling, ...this.#verifying, this.#notes?.stop()])
  }

  #start(): void {
    if (this.#filling !== undefined || this.#ended.signal.aborted) return
    const { notes, log } = this.#options
    this.#hasStarted = true
    this.#notes ??= notes.listen({ log, onChange: (ids) => this.#announce(this.#items.updateNotes(ids)) })
    clearTimeout(this.#timer)
    this.#filling = this.#fill()
      .catch((error: unknown) => {
        if (!this.#ended.signal.aborted) log.error({ err: error }, 'the index could not be filled')
      })
      .finally(() => {
        this.#filling = undefined
        if (this.#ended.signal.aborted) return
        this.#timer = setTimeout(() => this.refill(), this.#options.refillMs ?? refillMs).unref()
        if (this.#isStale) this.refill()
      })
  }

  async #fill(): Promise<void> {
    const startedAt = performance.now()
    this.#isStale = false
    this.#found = new Set()
    this.#deleted.clear()
    for await (const documents of readDocuments(this.#source)) {
      const isCurrent = ({ item, updatedAt }: ItemDocument) => updatedAt > (this.#deleted.get(item.id) ?? 0)
      const current = documents.filter(isCurrent)
      for (const { item } of current) this.#found.add(item.id)
      this.#announce(this.#items.put(current))
      this.#announce(this.#trim())
      await setImmediate()
    }
    await this.#verifyOthers()
    const isFirst = !this.#items.isFilled
    if (this.#items.size > this.#source.limit) this.#warnOfLimit()
    while (this.#items.indexNext(indexedAtOnce, this.#source.limit)) await setImmediate()
    const ms = Math.round(performance.now() - startedAt)
    this.#options.log.info({ items: this.#items.size, ms }, 'the index of the catalogue is filled')
    this.#first.resolve()
    if (isFirst) this.#options.onFilled()
  }

  /** Finds out about the items that the filling has not found: they may have been deleted, or moved meanwhile. */
  async #verifyOthers(): Promise<void> {
    const others = this.#items.ids.filter((id) => !this.#found.has(id))
    while (others.length > 0) await this.#verify(others.splice(-maxVerified))
  }

  /** As `readAgain`, by default until Firestore answers. */
  async #verify(ids: readonly string[], retry = this.#source.retry): Promise<void> {
    const { documents, missing, readAt } = await readEach({ ...this.#source, retry }, ids)
    this.#ended.signal.throwIfAborted()
    for (const id of missing) this.#deleted.set(id, readAt)
    for (const { item } of documents) this.#found.add(item.id)
    this.#announce(this.#items.put(documents))
    this.#announce(this.#items.delete(missing))
  }

  #verifyInBackground(ids: readonly string[]): void {
    const verifying = this.#verify(ids)
      .catch((error: unknown) => {
        if (!this.#ended.signal.aborted) this.#options.log.error({ err: error, ids }, 'items could not be read again')
      })
      .finally(() => this.#verifying.delete(verifying))
    this.#verifying.add(verifying)
  }

  /** Drops the oldest items beyond the limit; while the index is being filled, it leaves them out itself. */
  #trim(): string[] {
    const { limit } = this.#source
    if (!this.#items.isFilled || this.#items.size <= limit) return []
    this.#warnOfLimit()
    return this.#items.trim(limit)
  }

  #warnOfLimit(): void {
    const { limit } = this.#source
    this.#options.log.warn({ limit }, 'there are more items than the index can have: the oldest are left out')
  }

  #announce(ids: readonly string[]): void {
    if (this.#items.isFilled && ids.length > 0) this.#options.onFound(ids)
  }
}
