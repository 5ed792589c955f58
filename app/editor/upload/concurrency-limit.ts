/** Does so many things at a time, and the others in their order. What is aborted before its turn is never begun. */
export type Lane = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>

export function createLane(width: number): Lane {
  const waiting: (() => void)[] = []
  let atWork = 0
  return async (work, signal) => {
    if (atWork >= width) await new Promise<void>((resolve) => waiting.push(resolve))
    else atWork += 1
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else atWork -= 1
    }
  }
}
