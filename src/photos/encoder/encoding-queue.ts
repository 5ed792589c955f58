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

/**
 * Encodes one photo at a time, round robin over networks: a photo waits for at most one photo of each other network.
 */
export interface EncodingQueue {
  /**
   * Runs `work` when its turn comes. When the queue is full, the newest entry of the network with the most entries is
   * refused, if the new one's network has fewer.
   *
   * @throws ShopError `photos-busy` when the queue is full, `too-many-requests` when the account has too many entries;
   *   and errors of `work`.
   */
  run<T>(sender: Sender, work: () => Promise<T>): Promise<T>
  /** Resolves once the queue is empty. */
  onIdle(): Promise<void>
}

interface Waiting {
  readonly sender: Sender
  readonly begin: () => void
  readonly refuse: (error: ShopError) => void
}

export function busy(): ShopError {
  return new ShopError('photos-busy', photoRules.busy, wait)
}

export function createEncodingQueue(): EncodingQueue {
  /** By network, the next in turn first. No entry is empty. */
  const waiting = new Map<string, Waiting[]>()
  let current: Sender | undefined
  let idle = Promise.withResolvers<void>()
  idle.resolve()

  const all = () => [...waiting.values()].flat().map(({ sender }) => sender)
  const makeRoom = (network: string): void => {
    const [most, theirs] = [...waiting].reduce((a, b) => (b[1].length > a[1].length ? b : a), ['', [] as Waiting[]])
    if (theirs.length <= (waiting.get(network)?.length ?? 0)) throw busy()
    theirs.pop()?.refuse(busy())
    if (theirs.length === 0) waiting.delete(most)
  }
  const startNext = (): void => {
    const [next] = waiting
    if (next === undefined) {
      current = undefined
      idle.resolve()
      return
    }
    const [network, [first, ...others]] = next
    waiting.delete(network)
    if (others.length > 0) waiting.set(network, others) // At the end.
    current = first?.sender
    first?.begin()
  }
  const join = (sender: Sender): Promise<void> => {
    const { account, network = '' } = sender
    const present = current === undefined ? all() : [current, ...all()]
    if (account !== undefined && present.filter((each) => each.account === account).length >= maxWaiting.byAccount) {
      throw new ShopError('too-many-requests', photoRules.tooManyUploads, wait)
    }
    if (present.length >= maxWaiting.all) makeRoom(network)
    const { promise, resolve: begin, reject: refuse } = Promise.withResolvers<void>()
    waiting.set(network, [...(waiting.get(network) ?? []), { sender, begin, refuse }])
    if (current === undefined) {
      idle = Promise.withResolvers()
      startNext()
    }
    return promise
  }
  return {
    async run(sender, work) {
      await join(sender)
      try {
        return await work()
      } finally {
        startNext()
      }
    },
    onIdle: () => idle.promise,
  }
}
