import { FairSlots, type Sender } from '../fair-slots.ts'

interface Turn {
  readonly begin: () => void
  readonly refuse: (error: Error) => void
}

/**
 * Encodes one photo at a time, round robin over networks: a photo waits for at most one photo of each other network.
 */
export class EncodingQueue {
  /** Of the waiting photos and the current one. */
  readonly #slots = new FairSlots<Turn>({ all: 50, byAccount: 10, evicts: 'last', retryAfterSeconds: 10 })
  /** By network, the next in turn first. No entry is empty. */
  readonly #waiting = new Map<string | undefined, readonly Turn[]>()
  #idle: PromiseWithResolvers<void> | undefined

  /**
   * Runs `work` when its turn comes. When the queue is full, the newest entry of the network with the most entries is
   * refused, if the new one's network has fewer.
   *
   * @throws errors of `FairSlots.take`, and of `work`.
   */
  async run<T>(sender: Sender, work: () => Promise<T>): Promise<T> {
    const { promise, resolve: begin, reject: refuse } = Promise.withResolvers<void>()
    const turn = { begin, refuse }
    const evicted = this.#slots.take(turn, sender)
    if (evicted) this.#refuse(evicted)
    this.#waiting.set(sender.network, [...(this.#waiting.get(sender.network) ?? []), turn])
    if (!this.#idle) this.#startNext()
    await promise
    try {
      return await work()
    } finally {
      this.#slots.release(turn)
      this.#startNext()
    }
  }

  busy(): Error {
    return this.#slots.busy()
  }

  /** Resolves once the queue is empty. */
  async onIdle(): Promise<void> {
    await this.#idle?.promise
  }

  #refuse(turn: Turn): void {
    for (const [network, turns] of this.#waiting)
      this.#setTurns(
        network,
        turns.filter((each) => each !== turn),
      )
    turn.refuse(this.busy())
  }

  #startNext(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#idle?.resolve()
      this.#idle = undefined
      return
    }
    const [network, [turn, ...others]] = next
    this.#waiting.delete(network)
    this.#setTurns(network, others) // At the end.
    this.#idle ??= Promise.withResolvers()
    turn?.begin()
  }

  #setTurns(network: string | undefined, turns: readonly Turn[]): void {
    if (turns.length > 0) this.#waiting.set(network, turns)
    else this.#waiting.delete(network)
  }
}
