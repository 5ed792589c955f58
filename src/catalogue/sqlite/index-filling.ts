import { setImmediate, setTimeout } from 'node:timers/promises'

import { ShopError } from '../../domain/errors.ts'
import type { Log } from '../../log.ts'
import { problems } from '../../messages/messages.ts'
import { CatalogueIndex } from '../search/catalogue-index.ts'
import type { AddedItem, ItemTable } from './item-table.ts'

/** How long it keeps other work waiting. With the last batch, that is less than 8 ms. */
const sliceMs = 5

/** Takes about a millisecond. */
const batchSize = 20

const retryMs = 1_000

/** Fills the index of the items of a table. The first slice is done at once: all there is to do for a small shop. */
export class IndexFilling {
  readonly #table: Pick<ItemTable, 'addedAfter'>
  readonly #log: Log
  readonly #ended = new AbortController()
  /** The index, which changes are applied to, whether it is filled or not. */
  readonly current = new CatalogueIndex()
  readonly #filled: Promise<void>
  #last: AddedItem | undefined
  #problem: unknown
  /** Resolves when the next slice fails. */
  #failure = Promise.withResolvers<void>()
  isFilled = false

  /** @param onFilled is called if the index was not filled at once. */
  constructor(table: Pick<ItemTable, 'addedAfter'>, log: Log, onFilled: () => void) {
    this.#table = table
    this.#log = log
    this.isFilled = this.#trySlice()
    this.#filled = this.isFilled ? Promise.resolve() : this.#fill(onFilled)
  }

  /** The index, once it is filled. Rejects with ShopError `storage-unavailable` if items cannot be read. */
  async wait(): Promise<CatalogueIndex> {
    if (this.#problem === undefined) await Promise.race([this.#filled, this.#failure.promise])
    if (!this.isFilled)
      throw new ShopError('storage-unavailable', problems.storageUnavailable, { cause: this.#problem })
    return this.current
  }

  async stop(): Promise<void> {
    this.#ended.abort()
    await this.#filled
  }

  async #fill(onFilled: () => void): Promise<void> {
    const { signal } = this.#ended
    const startedAt = performance.now()
    while (!this.isFilled && !signal.aborted) {
      await (this.#problem === undefined ? setImmediate() : setTimeout(retryMs, undefined, { signal }).catch(() => {}))
      if (!signal.aborted) this.isFilled = this.#trySlice()
    }
    if (!this.isFilled) return
    const ms = Math.round(performance.now() - startedAt)
    this.#log.info({ items: this.current.size, ms }, 'The index of the catalogue was filled.')
    onFilled()
  }

  /** @returns whether the index has all items now. */
  #trySlice(): boolean {
    try {
      const isDone = this.#slice()
      this.#problem = undefined
      return isDone
    } catch (error) {
      if (this.#problem === undefined) this.#log.error({ err: error }, 'The index of the catalogue cannot be filled.')
      this.#problem = error
      this.#failure.resolve()
      this.#failure = Promise.withResolvers()
      return false
    }
  }

  #slice(): boolean {
    const startedAt = performance.now()
    while (performance.now() - startedAt < sliceMs) {
      const added = this.#table.addedAfter(this.#last, batchSize)
      this.current.apply(added.map(({ item, changedAt }) => ({ after: item, changedAt })))
      if (added.length < batchSize) return true
      this.#last = added.at(-1)
    }
    return false
  }
}
