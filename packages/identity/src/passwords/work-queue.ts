import { RateLimitError } from '@stockinette/rate-limit/rate-limits.ts'

export interface WorkQueueOptions {
  /** How much work goes on at the same time. */
  readonly atOnce: number
  /** How much may wait behind it, of everyone and of each one who asks. */
  readonly maxWaiting: number
  readonly maxWaitingOfOne: number
}

/** Work that is costly, a bounded amount at a time; the rest waits in the order in which it came. */
export interface WorkQueue {
  /**
   * Does `work` when it is its turn.
   *
   * @param who who asks, such as an address: nobody can take all the places in the queue.
   * @throws RateLimitError when too much is waiting, and what `work` throws.
   */
  run<T>(who: string, work: () => Promise<T>): Promise<T>
}

/** The queue empties within seconds. */
const retryAfterSeconds = 5

export function createWorkQueue({ atOnce, maxWaiting, maxWaitingOfOne }: WorkQueueOptions): WorkQueue {
  const waiting: { who: string; start: () => void }[] = []
  let free = atOnce

  const waitForTurn = async (who: string): Promise<void> => {
    if (free > 0) {
      free -= 1
      return
    }
    const ofOne = waiting.filter((other) => other.who === who).length
    if (waiting.length >= maxWaiting || ofOne >= maxWaitingOfOne) {
      throw new RateLimitError(retryAfterSeconds)
    }
    const { promise, resolve: start } = Promise.withResolvers<void>()
    waiting.push({ who, start })
    await promise
  }
  const endTurn = (): void => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next.start()
  }

  return {
    async run(who, work) {
      await waitForTurn(who)
      try {
        return await work()
      } finally {
        endTurn()
      }
    },
  }
}
