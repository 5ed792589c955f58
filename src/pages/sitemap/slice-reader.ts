import { setImmediate as nextTurn } from 'node:timers/promises'

/** Reads slices of a sequence in other sizes, with a turn of the event loop before each. */
export class SliceReader<T> {
  readonly #slices: AsyncGenerator<readonly T[]>
  #rest: readonly T[] = []

  constructor(slices: AsyncGenerator<readonly T[]>) {
    this.#slices = slices
  }

  /** Whether {@link take} has something. */
  async hasMore(): Promise<boolean> {
    while (this.#rest.length === 0) {
      await nextTurn()
      const { done = false, value } = await this.#slices.next()
      if (done) return false
      this.#rest = value as readonly T[]
    }
    return true
  }

  /** The next elements, up to `max`. */
  take(max: number): readonly T[] {
    const taken = this.#rest.slice(0, max)
    this.#rest = this.#rest.slice(max)
    return taken
  }

  /** Ends the sequence, whether all of it was read or not. */
  async close(): Promise<void> {
    await this.#slices.return(undefined)
  }
}
