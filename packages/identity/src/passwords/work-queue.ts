import { RateLimitError } from '@stockinette/rate-limit/rate-limits.ts'

export interface WorkQueueOptions {
  /** How many tasks run at the same time. */
  readonly atOnce: number
  /** How many more may wait, of all callers and of each. */
  readonly maxWaiting: number
  readonly maxWaitingOfOne: number
}

/** Runs costly tasks with limited concurrency. The rest waits in order. */
export interface WorkQueue {
  /**
   * Runs a task as soon as it may start.
   *
   * @param who the caller, such as an address: none can fill the queue alone.
   * @throws RateLimitError if too many are waiting, and as `work`.
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
