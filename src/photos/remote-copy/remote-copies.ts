import { setTimeout as wait } from 'node:timers/promises'

import pLimit from 'p-limit'

import type { Store } from '../../catalogue/store.ts'
import { isServerFault, type ShopError } from '../../domain/errors.ts'
import type { Item } from '../../domain/item.ts'
import { needsRemoteCopy, type Photo } from '../../domain/photo.ts'
import type { Log } from '../../log.ts'

export interface RemoteCopiesOptions {
  /** Creates a photo from the image at a URL. See `copyRemoteImage`. */
  readonly copy: (url: string, ended: AbortSignal) => Promise<Photo>
  readonly store: Pick<Store, 'addCopy'>
  readonly log: Log
  /** Delays before each retry after a failure of the shop. */
  readonly retryDelaysMs?: readonly number[]
}

/** Each download is up to 15 MB, and encoding is sequential anyway. */
const concurrency = 2
const maxWaiting = 200

/** Copies images on other servers for the items that show them, in the background. Disposing aborts what is pending. */
export class RemoteCopies implements Disposable {
  readonly #options: RemoteCopiesOptions
  readonly #ended = new AbortController()
  readonly #limit = pLimit(concurrency)
  /** Image URL by item id. The last saved one counts. */
  readonly #waiting = new Map<string, string>()
  #isFull = false

  constructor(options: RemoteCopiesOptions) {
    this.#options = options
  }

  /**
   * Schedules a copy of a saved item's image, if it is on another server and not copied yet. Returns at once. If
   * copying fails, after retries for failures of the shop, the item stays unchanged and the log has the reason.
   */
  enqueue(item: Pick<Item, 'id' | 'imageUrl' | 'photos'>): void {
    if (this.#ended.signal.aborted || !needsRemoteCopy(item)) return
    const isWaiting = this.#waiting.has(item.id)
    if (this.#waiting.size >= maxWaiting && !isWaiting) {
      const waiting = this.#waiting.size
      if (!this.#isFull) {
        this.#options.log.warn({ waiting }, 'the queue of remote images is full: the next ones are not copied')
      }
      this.#isFull = true
      return
    }
    this.#waiting.set(item.id, item.imageUrl)
    if (!isWaiting) void this.#limit(() => this.#copyWaiting(item.id))
  }

  [Symbol.dispose](): void {
    this.#waiting.clear()
    this.#ended.abort()
  }

  async #copyWaiting(item: string): Promise<void> {
    const url = this.#waiting.get(item)
    this.#waiting.delete(item)
    if (this.#waiting.size === 0) this.#isFull = false
    if (url !== undefined) await this.#copy(item, url)
  }

  /** Keeps its slot while backing off: whatever failed here would fail for the others too. */
  async #copy(
    item: string,
    picture: string,
    [againMs, ...laterMs] = this.#options.retryDelaysMs ?? [10_000, 60_000],
    delayMs = 0,
  ): Promise<void> {
    const { copy, store, log } = this.#options
    const { signal } = this.#ended
    try {
      await wait(delayMs, undefined, { signal, ref: false })
      const isNeeded = await store.addCopy(item, picture, await copy(picture, signal))
      if (!isNeeded) log.info({ item }, 'a remote copy is no longer needed by its item')
    } catch (error) {
      if (signal.aborted) return
      if (!isServerFault(error)) {
        const reason = (error as ShopError).message
        log.info({ item, picture, reason }, 'a remote image was not copied: it is shown from its own server')
      } else if (againMs === undefined) log.error({ err: error, item }, 'a remote image could not be copied')
      else {
        log.warn({ err: error, item, againMs }, 'a remote image could not be copied, will retry')
        await this.#copy(item, picture, laterMs, againMs)
      }
    }
  }
}
