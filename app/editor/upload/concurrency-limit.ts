/** Runs a limited number of tasks at once, and queues the others. A task that is aborted in the queue never starts. */
export type ConcurrencyLimit = <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>

export function createConcurrencyLimit(limit: number): ConcurrencyLimit {
  const queue: (() => void)[] = []
  let running = 0
  return async (task, signal) => {
    if (running >= limit) await new Promise<void>((resolve) => queue.push(resolve))
    else running += 1
    try {
      signal.throwIfAborted()
      return await task()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
