import { ShopError } from '../../domain/errors.ts'
import { photoRules } from '../../messages/messages.ts'

/** Who sent a photo; nothing is left out but for the shop's own. */
export interface Sender {
  readonly account?: string | undefined
  readonly network?: string | undefined
}

/** How many photos may wait or be encoded at the same time. */
const maxWaiting = { all: 50, byAccount: 10 }

const wait = { retryAfterSeconds: 10 }

/** What is done one after the other, network by network: each waits for one photo of every other network at most. */
export interface Turns {
  /**
   * Does the work when its turn has come. When too many wait, the newest of the network that has the most is refused, to
   * make room for one of a network that has fewer.
   *
   * @throws ShopError `photos-busy` when too many wait, `too-many-requests` when too many of this account do; and what
   *   `work` throws.
   */
  take<T>(sender: Sender, work: () => Promise<T>): Promise<T>
  /** Resolves once nothing waits any more. */
  settled(): Promise<void>
}

interface Waiting {
  readonly sender: Sender
  readonly begin: () => void
  readonly refuse: (error: ShopError) => void
}

export function busy(): ShopError {
  return new ShopError('photos-busy', photoRules.busy, wait)
}

export function createTurns(): Turns {
  /** By network, the one whose turn is next first. None is empty. */
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
  const goOn = (): void => {
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
      goOn()
    }
    return promise
  }
  return {
    async take(sender, work) {
      await join(sender)
      try {
        return await work()
      } finally {
        goOn()
      }
    },
    settled: () => idle.promise,
  }
}
