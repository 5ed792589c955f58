import type { Query } from '@google-cloud/firestore'

import { ShopError } from '../../domain/errors.ts'
import { describeFirestoreError, withTimeout } from '../../google/firestore-error.ts'
import type { Log } from '../../log.ts'
import { problems } from '../../messages/messages.ts'
import type { Change } from '../store.ts'
import type { createDocumentReader } from './document-reader.ts'
import { listenWithGrowingLimit } from './growing-listener.ts'
import type { GrowingListenerOptions } from './growing-listener.ts'
import { toMicroseconds } from './item-document.ts'
import { changedIds, nextList } from './latest-items-list.ts'
import type { LatestItemsList } from './latest-items-list.ts'

/** Less than a page that is being sent waits (`streamTimeout` in app/entry.server.tsx). */
const firstAnswerMs = 20_000

export interface LatestItemsOptions {
  /** The newest `limit` documents. */
  readonly createQuery: (limit: number) => Query
  readonly projectId: string
  readonly log: Log
  readonly read: ReturnType<typeof createDocumentReader>
  /** Told after the list has become another; at first with no ids. `readAt` in microseconds since 1970. */
  readonly onChange: (change: Change, readAt: number) => void
  /** Told of every snapshot, after that. */
  readonly onSnapshot: (list: LatestItemsList, readAt: number) => void
}

/** The newest items, as one listener for the whole process has them: kept while Firestore is away. */
export interface LatestItems {
  /** The list as it was last known; `undefined` before the first answer. */
  readonly list: LatestItemsList | undefined
  /** Why there is no list yet, for the shop's owner; `undefined` once there is one. */
  readonly problem: string | undefined
  /** The list, once there is one. Rejects with ShopError `storage-unavailable` when there is none in time. */
  getList(): Promise<LatestItemsList>
  /** Makes the catalogue's revision grow, for a change that is not in the list: to this time, if that is more. */
  raiseRevision(writtenAt: number): number
  stop(): Promise<void>
}

export function createLatestItems({
  createQuery,
  projectId,
  log,
  read,
  onChange,
  onSnapshot,
}: LatestItemsOptions): LatestItems {
  const ended = new AbortController()
  const first = Promise.withResolvers<LatestItemsList>()
  let list: LatestItemsList | undefined
  let trouble: string | undefined = `Cloud Firestore of the project ${projectId} has not answered yet.`
  let hasFailed = false

  const onDocuments: GrowingListenerOptions['onDocuments'] = (documents, isComplete, { readTime }) => {
    const previous = list
    const readAt = toMicroseconds(readTime)
    list = nextList(previous, { documents, isComplete, readAt })
    if (trouble !== undefined) log.info({ revision: list.revision }, 'the list of the newest items is there')
    trouble = undefined
    if (previous === undefined) onChange({ revision: list.revision, ids: [] }, readAt)
    else if (list.revision !== previous.revision) {
      onChange({ revision: list.revision, ids: changedIds(previous, list) }, readAt)
    }
    onSnapshot(list, readAt)
    first.resolve(list)
  }
  const onError = (error: unknown) => {
    if (ended.signal.aborted) return
    hasFailed = true
    trouble = describeFirestoreError(error, projectId)
    log.error({ err: error }, list === undefined ? trouble : `${trouble} The last known list is shown meanwhile.`)
  }
  const listening = listenWithGrowingLimit({ createQuery, read, onDocuments, onError, signal: ended.signal })

  return {
    get list() {
      return list
    },
    get problem() {
      return list === undefined ? trouble : undefined
    },
    async getList() {
      if (list !== undefined) return list
      const unreadable = (cause: unknown) => new ShopError('storage-unavailable', problems.storageUnreadable, { cause })
      if (hasFailed) throw unreadable(trouble)
      return withTimeout(firstAnswerMs, first.promise).catch((error: unknown) => {
        throw unreadable(error)
      })
    },
    raiseRevision(writtenAt) {
      if (list !== undefined) list = { ...list, revision: Math.max(writtenAt, list.revision + 1) }
      return list?.revision ?? 0
    },
    async stop() {
      ended.abort()
      await listening
    },
  }
}
