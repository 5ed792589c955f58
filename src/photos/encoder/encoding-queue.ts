import { ShopError } from '../../domain/errors.ts'
import { photoRules } from '../../messages/messages.ts'

/** The sender of a photo; both are set except for the shop's own photos. */
export interface Sender {
  readonly account?: string | undefined
  readonly network?: string | undefined
}

/** Limits on photos that are queued or being encoded. */
const maxWaiting = { all: 50, byAccount: 10 }

const wait = { retryAfterSeconds: 10 }

interface Waiting {
  readonly sender: Sender
  readonly begin: () => void
  readonly refuse: (error: ShopError) => void
}

export function busy(): ShopError {
  return new ShopError('photos-busy', photoRules.busy, wait)
}

/**
 * Encodes one photo at a time, round robin over networks: a photo waits for at most one photo of each other network.
 */
export class EncodingQueue {
  /** By network, the next in turn first. No entry is empty. */
  readonly #waiting = new Map<string, Waiting[]>()
  #current: Sender | undefined
  #idle: PromiseWithResolvers<void> | undefined

  /**
   * Runs `work` when its turn comes. When the queue is full, the newest entry of the network with the most entries is
   * refused, if the new one's network has fewer.
   *
   * @throws ShopError `photos-busy` when the queue is full, `too-many-requests` when the account has too many entries;
   *   and errors of `work`.
   */
  async run<T>(sender: Sender, work: () => Promise<T>): Promise<T> {
    await this.#join(sender)
    try {
      return await work()
    } finally {
      this.#startNext()
    }
  }

  /** Resolves once the queue is empty. */
  async onIdle(): Promise<void> {
    await this.#idle?.promise
  }

  async #join(sender: Sender): Promise<void> {
    const { account, network = '' } = sender
    const senders = [...this.#waiting.values()].flat().map((each) => each.sender)
    if (this.#current !== undefined) senders.push(this.#current)
    if (account !== undefined && senders.filter((each) => each.account === account).length >= maxWaiting.byAccount) {
      throw new ShopError('too-many-requests', photoRules.tooManyUploads, wait)
    }
    if (senders.length >= maxWaiting.all) this.#makeRoom(network)
    const { promise, resolve: begin, reject: refuse } = Promise.withResolvers<void>()
    this.#waiting.set(network, [...(this.#waiting.get(network) ?? []), { sender, begin, refuse }])
    if (this.#current === undefined) this.#startNext()
    return promise
  }

  #makeRoom(network: string): void {
    const [most, theirs] = [...this.#waiting].reduce((a, b) => (b[1].length > a[1].length ? b : a))
    if (theirs.length <= (this.#waiting.get(network)?.length ?? 0)) throw busy()
    theirs.pop()?.refuse(busy())
    if (theirs.length === 0) this.#waiting.delete(most)
  }

  #startNext(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#current = undefined
      this.#idle?.resolve()
      return
    }
    const [network, [first, ...others]] = next
    this.#waiting.delete(network)
    if (others.length > 0) this.#waiting.set(network, others) // At the end.
    if (this.#current === undefined) this.#idle = Promise.withResolvers()
    this.#current = first?.sender
    first?.begin()
  }
}
