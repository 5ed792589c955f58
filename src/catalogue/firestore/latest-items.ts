import { LRUCache } from 'lru-cache'

import { waitForFirst } from '../../google/call-firestore.ts'
import { toleranceMicroseconds, toMicroseconds } from '../../google/firestore-client.ts'
import { describeFirestoreError } from '../../google/firestore-error.ts'
import type { Change } from '../store.ts'
import type { ItemCollection } from './item-collection.ts'
import { compareNewest, type ItemDocument } from './item-document.ts'
import { changedIds, createList, type LatestDocuments, type LatestItemsList } from './latest-items-list.ts'
import { listenToChanges, listenToLatest } from './listeners.ts'

export interface LatestItemsOptions extends ItemCollection {
  readonly projectId: string
  /** Called after every change of the catalogue; the first time with no ids, and all documents, when the list is known. */
  readonly onChange: (change: DocumentChange) => void
  /** Called if there may have been changes that were not reported. */
  readonly onMissed: () => void
}

/** A change of the catalogue, with the documents of the changed items as they are now. */
export interface DocumentChange extends Pick<Change, 'revision' | 'ids'> {
  readonly documents: readonly ItemDocument[]
  /** The ids of the others: they have left the list, as visitors no longer see them. */
  readonly unlisted: readonly string[]
}

/**
 * The newest items, from one listener for the whole process. The list stays while Firestore is unreachable.
 *
 * A second listener reports the changes that owners make through any process, also of items that are hidden or not among
 * the latest, as every process caches pages of them. It starts with the first list, and reports what was changed since this
 * was opened.
 */
export class LatestItems {
  readonly #options: LatestItemsOptions
  readonly #ended = new AbortController()
  readonly #first = Promise.withResolvers<LatestItemsList>()
  readonly #openedAt = performance.now()
  readonly #listening: Promise<void>
  #changes: Promise<void> | undefined
  #list: LatestItemsList | undefined
  #reported: LatestDocuments | undefined
  /** Why the listener failed last, if it has not reported since. */
  #problem: string | undefined
  /** Documents that the list's listener may not have reported yet, by their ids. */
  readonly #writes = new LRUCache<string, ItemDocument>({ max: 1_000 })
  /** By item id: watchers know all writes up to this time, in microseconds since 1970. */
  readonly #announcedUpTo = new LRUCache<string, number>({ max: 2_000 })

  constructor(options: LatestItemsOptions) {
    this.#options = options
    this.#listening = this.#listenToLatest()
  }

  /** The last known list; `undefined` before the first snapshot. */
  get list(): LatestItemsList | undefined {
    return this.#list
  }

  /** Why there is no list yet, in words for the shop's owner; `undefined` once there is one. */
  get problem(): string | undefined {
    if (this.#list !== undefined) return undefined
    return this.#problem ?? `Cloud Firestore of the project ${this.#options.projectId} has not answered yet.`
  }

  /** Waits for the list. Rejects with ShopError `storage-unavailable` on a timeout. */
  async getList(): Promise<LatestItemsList> {
    return this.#list ?? waitForFirst(this.#first.promise, this.#problem)
  }

  /** Takes over documents that were just written or read, and announces those that watchers do not know yet. */
  apply(documents: readonly ItemDocument[]): void {
    const unknown = documents.filter(({ item, updatedAt }) => updatedAt > (this.#announcedUpTo.get(item.id) ?? 0))
    if (unknown.length === 0) return
    for (const document of unknown) this.#writes.set(document.item.id, document)
    const writtenAt = Math.max(...unknown.map(({ updatedAt }) => updatedAt))
    this.#update(
      writtenAt,
      unknown.map(({ item }) => item.id),
    )
  }

  /**
   * Gives the catalogue its next revision, for a change at a time in microseconds since 1970.
   *
   * @returns `undefined` before the first list.
   */
  nextRevision(changedAt = Date.now() * 1_000): number | undefined {
    if (this.#list === undefined) return undefined
    this.#list = { ...this.#list, revision: Math.max(changedAt, this.#list.revision + 1) }
    return this.#list.revision
  }

  async stop(): Promise<void> {
    this.#ended.abort()
    await this.#listening
    await this.#changes
  }

  /**
   * Renews the list and announces what has changed in it, and the items with these ids.
   *
   * The revision is the time of the last write in the list: all processes with the same list have the same revision, also
   * after a restart, so an open page may reconnect to any of them. If that time does not grow (the newest item was hidden,
   * say), the revision is `readAt`. Then processes may differ until the next new item, and a page that reconnects to another
   * one refetches once more.
   */
  #update(readAt: number, written: readonly string[] = []): void {
    if (this.#reported === undefined) return
    const previous = this.#list
    const next = createList(this.#reported, [...this.#writes.values()])
    const changed = previous === undefined ? [] : changedIds(previous, next)
    for (const id of changed) this.#announcedUpTo.set(id, readAt)
    const known = [...next.documents, ...this.#writes.values()]
    for (const { item, updatedAt } of known) this.#announcedUpTo.set(item.id, updatedAt)
    const lastWrite = Math.max(0, ...next.documents.map(({ updatedAt }) => updatedAt))
    const list = { ...next, revision: previous?.revision ?? lastWrite }
    this.#list = list
    this.#first.resolve(list)
    const ids = [...new Set([...changed, ...written])]
    if (previous === undefined) {
      // An index that was filled before may not have them.
      this.#options.onChange({ revision: lastWrite, ids: [], documents: known, unlisted: [] })
    } else if (ids.length > 0) {
      this.#publish(this.nextRevision(lastWrite > previous.revision ? lastWrite : readAt), ids)
    }
  }

  #publish(revision: number | undefined, ids: readonly string[]): void {
    if (revision === undefined) return
    const known = new Map(this.#reported?.documents.map((document) => [document.item.id, document]))
    for (const [id, document] of this.#writes) {
      if (document.updatedAt > (known.get(id)?.updatedAt ?? 0)) known.set(id, document)
    }
    const documents = ids.map((id) => known.get(id)).filter((document) => document !== undefined)
    const unlisted = ids.filter((id) => !known.has(id))
    this.#options.onChange({ revision, ids, documents, unlisted })
  }

  #listenToLatest(): Promise<void> {
    const { items, reader, projectId, log } = this.#options
    return listenToLatest({
      items,
      reader,
      onDocuments: (documents, isComplete, { readTime }) => {
        const isBack = this.#list === undefined || this.#problem !== undefined
        const mayMiss =
          this.#reported !== undefined && !isComplete && mayMissOthers(this.#reported.documents, documents)
        this.#reported = { documents, isComplete }
        const readAt = toMicroseconds(readTime)
        this.#dropReported(readAt)
        this.#update(readAt)
        this.#options.reported.report(documents)
        if (mayMiss) this.#options.onMissed()
        this.#changes ??= this.#listenToChanges(readTime.toMillis())
        const revision = this.#list?.revision
        if (isBack) log.info({ revision }, 'the list of the newest items has been read')
        this.#problem = undefined
      },
      onError: (error) => {
        this.#problem = describeFirestoreError(error, projectId)
        const then = this.#list === undefined ? '' : ' The last known list is shown until then.'
        log.error({ err: error }, `${this.#problem}${then}`)
      },
      signal: this.#ended.signal,
    })
  }

  /** Drops the writes that the listener's documents include by now. */
  #dropReported(readAt: number): void {
    const versions = new Map(this.#reported?.documents.map(({ item, updatedAt }) => [item.id, updatedAt]))
    for (const [id, { updatedAt }] of this.#writes) {
      if ((versions.get(id) ?? 0) >= updatedAt || updatedAt + toleranceMicroseconds < readAt) this.#writes.delete(id)
    }
  }

  /** @param readAt the time of the first list, in milliseconds of Firestore's clock. */
  #listenToChanges(readAt: number): Promise<void> {
    const { items, reader, reported, onMissed, log } = this.#options
    const since = readAt - (performance.now() - this.#openedAt)
    let isFirst = true
    return listenToChanges({
      items,
      reader,
      since,
      onDocuments: (documents) => {
        // Whatever was read since the store was opened has what was written before.
        const isNews = ({ updatedAt }: ItemDocument) => !isFirst || updatedAt > since * 1_000
        this.apply(documents.filter(isNews))
        reported.report(documents)
        isFirst = false
      },
      onMissed,
      onError: (error) => log.error({ err: error }, 'the listener for changes of other processes failed'),
      signal: this.#ended.signal,
    })
  }
}

/**
 * Whether other new documents may follow those of the list, which it does not have: even its last one is newer than those
 * before. One that a wrong clock put first stays there, and says nothing.
 *
 * @param before newest first, as `now`.
 */
function mayMissOthers(before: readonly ItemDocument[], now: readonly ItemDocument[]): boolean {
  const [lastBefore, last] = [before.at(-1), now.at(-1)]
  if (lastBefore === undefined || last === undefined) return true
  return compareNewest(last, lastBefore) < 0 && before.every(({ item }) => item.id !== last.item.id)
}
