import { setTimeout as wait } from 'node:timers/promises'

import type { Store } from '../../catalogue/store.ts'
import { isServerFault, type ShopError } from '../../domain/errors.ts'
import type { Item } from '../../domain/item.ts'
import { needsRemoteCopy } from '../../domain/photo.ts'
import type { Log } from '../../log.ts'
import type { RemoteCopier } from './remote-copier.ts'

/** Copies images on other servers for the items that show them, in the background. Disposing aborts what is pending. */
export interface RemoteCopies extends Disposable {
  /**
   * Schedules a copy of a saved item's image, if it is on another server and not copied yet. Returns at once. If
   * copying fails, after retries for failures of the shop, the item stays unchanged and the log has the reason.
   */
  enqueue(item: Pick<Item, 'id' | 'imageUrl' | 'photos'>): void
}

export interface RemoteCopiesOptions {
  readonly copier: RemoteCopier
  readonly store: Pick<Store, 'addCopy'>
  readonly log: Log
  /** Delays before each retry after a failure of the shop. */
  readonly retryDelaysMs?: readonly number[]
}

/** Each download is up to 15 MB, and encoding is sequential anyway. */
const concurrency = 2
const maxWaiting = 200

export function createRemoteCopies(options: RemoteCopiesOptions): RemoteCopies {
  const { copier, store, log, retryDelaysMs = [10_000, 60_000] } = options
  const ended = new AbortController()
  /** Image URL by item id. The last saved one counts. */
  const waiting = new Map<string, string>()
  let running = 0
  let isFull = false

  /** Keeps its slot while backing off: whatever failed here would fail for the others too. */
  async function copy(
    item: string,
    picture: string,
    [againMs, ...laterMs] = retryDelaysMs,
    pauseMs = 0,
  ): Promise<void> {
    try {
      await wait(pauseMs, undefined, { signal: ended.signal, ref: false })
      const photo = await copier.copy(picture, ended.signal)
      if (!(await store.addCopy(item, picture, photo)))
        log.info({ item }, 'a remote copy is no longer needed by its item')
    } catch (error) {
      if (ended.signal.aborted) return
      if (!isServerFault(error)) {
        const reason = (error as ShopError).message
        log.info({ item, picture, reason }, 'a remote image was not copied: it is shown from its own server')
      } else if (againMs === undefined) log.error({ err: error, item }, 'a remote image could not be copied')
      else {
        log.warn({ err: error, item, againMs }, 'a remote image could not be copied, will retry')
        await copy(item, picture, laterMs, againMs)
      }
    }
  }

  async function copyNext(item: string, picture: string): Promise<void> {
    running += 1
    await copy(item, picture)
    running -= 1
    startNext()
  }

  function startNext(): void {
    while (running < concurrency) {
      const [next] = waiting
      if (next === undefined) {
        isFull = false
        return
      }
      waiting.delete(next[0])
      void copyNext(...next)
    }
  }

  return {
    enqueue(item) {
      if (ended.signal.aborted || !needsRemoteCopy(item)) return
      if (waiting.size >= maxWaiting && !waiting.has(item.id)) {
        if (!isFull)
          log.warn({ waiting: waiting.size }, 'the queue of remote images is full: the next ones are not copied')
        isFull = true
        return
      }
      waiting.set(item.id, item.imageUrl)
      startNext()
    },
    [Symbol.dispose]() {
      waiting.clear()
      ended.abort()
    },
  }
}

/** Copies nothing. */
export const noRemoteCopies: RemoteCopies = { enqueue: () => undefined, [Symbol.dispose]: () => undefined }
