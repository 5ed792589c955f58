import { RateLimitError } from '@stockinette/rate-limit/rate-limits.ts'

export interface WorkQueueOptions {
  /** How many tasks run at the same time. */
  readonly concurrency: number
  /** How many more may wait. */
  readonly maxWaiting: number
  readonly maxWaitingPerCaller: number
}

/** Runs costly tasks with limited concurrency. The others wait in order. */
export interface WorkQueue {
  /**
   * Runs a task as soon as it may start.
   *
   * @param caller such as an address: no caller can fill the queue alone.
   * @throws RateLimitError if too many are waiting, and as `work`.
   */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>
}

/** The queue empties within seconds. */
const retryAfterSeconds = 5

export function createWorkQueue({ concurrency, maxWaiting, maxWaitingPerCaller }: WorkQueueOptions): WorkQueue {
  const waiting: { caller: string; start: () => void }[] = []
  let freeSlots = concurrency

  const waitForTurn = async (caller: string): Promise<void> => {
    if (freeSlots > 0) {
      freeSlots -= 1
      return
    }
    const ofCaller = waiting.filter((other) => other.caller === caller).length
    if (waiting.length >= maxWaiting || ofCaller >= maxWaitingPerCaller) {
      throw new RateLimitError(retryAfterSeconds)
    }
    const { promise, resolve: start } = Promise.withResolvers<void>()
    waiting.push({ caller, start })
    await promise
  }
  const endTurn = (): void => {
    const next = waiting.shift()
    if (next === undefined) freeSlots += 1
    else next.start()
  }

  return {
    async run(caller, work) {
      await waitForTurn(caller)
      try {
        return await work()
      } finally {
        endTurn()
      }
    },
  }
}
