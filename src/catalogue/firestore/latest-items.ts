import type { Query } from '@google-cloud/firestore'

import { ShopError } from '../../domain/errors.ts'
import { describeFirestoreError, withTimeout } from '../../google/firestore-error.ts'
import type { Log } from '../../log.ts'
import { problems } from '../../messages/messages.ts'
import type { Change } from '../store.ts'
import type { createDocumentReader } from './document-reader.ts'
import { listenWithGrowingLimit, type GrowingListenerOptions } from './growing-listener.ts'
import { toMicroseconds } from './item-document.ts'
import { changedIds, nextList, type LatestItemsList } from './latest-items-list.ts'

/** Less than the timeout of a streamed page (`streamTimeout` in app/entry.server.tsx). */
const firstListMs = 20_000

export interface LatestItemsOptions {
  /** The newest `limit` documents. */
  readonly createQuery: (limit: number) => Query
  readonly projectId: string
  readonly log: Log
  readonly read: ReturnType<typeof createDocumentReader>
  /** Called after the list has changed; the first time with no ids. `readAt` is in microseconds since 1970. */
  readonly onChange: (change: Change, readAt: number) => void
  /** Called for every snapshot, after `onChange`. */
  readonly onSnapshot: (list: LatestItemsList, readAt: number) => void
}

/** The newest items, from one listener for the whole process. The list stays while Firestore is unreachable. */
export interface LatestItems {
  /** The last known list; `undefined` before the first snapshot. */
  readonly list: LatestItemsList | undefined
  /** Why there is no list yet, in words for the shop's owner; `undefined` once there is one. */
  readonly problem: string | undefined
  /** Waits for the list. Rejects with ShopError `storage-unavailable` on a timeout. */
  getList(): Promise<LatestItemsList>
  /** Raises the catalogue's revision for a change outside the list: to this time, or by one if that is more. */
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
  let problem: string | undefined = `Cloud Firestore of the project ${projectId} has not answered yet.`
  let hasFailed = false

  const onDocuments: GrowingListenerOptions['onDocuments'] = (documents, isComplete, { readTime }) => {
    const previous = list
    const readAt = toMicroseconds(readTime)
    list = nextList(previous, { documents, isComplete, readAt })
    if (problem !== undefined) log.info({ revision: list.revision }, 'the list of the newest items has been read')
    problem = undefined
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
    problem = describeFirestoreError(error, projectId)
    log.error({ err: error }, list === undefined ? problem : `${problem} The last known list is shown until then.`)
  }
  const listening = listenWithGrowingLimit({ createQuery, read, onDocuments, onError, signal: ended.signal })

  return {
    get list() {
      return list
    },
    get problem() {
      return list === undefined ? problem : undefined
    },
    async getList() {
      if (list !== undefined) return list
      const unreadable = (cause: unknown) => new ShopError('storage-unavailable', problems.storageUnreadable, { cause })
      if (hasFailed) throw unreadable(problem)
      return withTimeout(firstListMs, first.promise).catch((error: unknown) => {
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
