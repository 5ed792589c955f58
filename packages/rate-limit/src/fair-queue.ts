import { FairSlots } from './fair-slots.ts'

export interface FairQueueOptions {
  /** How many tasks run at once. */
  readonly concurrency: number
  /** How many more may wait. */
  readonly maxWaiting: number
  /** The error of a task for which there is no place. */
  readonly refusal: () => Error
}

/**
 * Runs tasks with limited concurrency. Clients take turns: a task waits for at most one task of each other client, and for
 * those of its own client before it. When too many wait, the client with the most loses its newest.
 */
export class FairQueue {
  readonly #options: FairQueueOptions
  readonly #waiting: FairSlots<PromiseWithResolvers<void>>
  /** The clients of waiting tasks, the next in turn first. */
  readonly #turns = new Set<string>()
  #running = 0
  #idle: PromiseWithResolvers<void> | undefined

  constructor(options: FairQueueOptions) {
    this.#options = options
    this.#waiting = new FairSlots({ all: options.maxWaiting, loses: 'newest', replacesOwn: false })
  }

  /** @throws the error of `refusal`, and errors of the task. */
  async run<T>(client: string, task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.concurrency) this.#running++
    else await this.#wait(client)
    try {
      return await task()
    } finally {
      this.#running--
      this.#startNext()
    }
  }

  /** Resolves once no task runs or waits. */
  async onIdle(): Promise<void> {
    if (this.#running > 0) await (this.#idle ??= Promise.withResolvers()).promise
  }

  async #wait(client: string): Promise<void> {
    const turn = Promise.withResolvers<void>()
    const lost = this.#waiting.take(turn, client)
    lost?.reject(this.#options.refusal())
    if (lost !== turn) this.#turns.add(client)
    await turn.promise
  }

  /** The next task counts as running at once, so that no other can begin before it. */
  #startNext(): void {
    for (const client of this.#turns) {
      this.#turns.delete(client)
      const turn = this.#waiting.oldestOf(client)
      if (turn === undefined) continue // Its last task lost its place.
      this.#waiting.release(turn)
      if (this.#waiting.countOf(client) > 0) this.#turns.add(client)
      this.#running++
      turn.resolve()
      return
    }
    if (this.#running > 0) return
    this.#idle?.resolve()
    this.#idle = undefined
  }
}
