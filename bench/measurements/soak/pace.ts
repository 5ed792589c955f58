import { setTimeout } from 'node:timers/promises'

/**
 * Does some work at a fixed rate until the signal is aborted. The work is not done twice at the same time: what takes
 * longer than its share is followed by the next at once.
 */
export async function pace(perSecond: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const everyMs = 1_000 / perSecond
  let due = performance.now() + Math.random() * everyMs
  while (!signal.aborted) {
    const waitMs = due - performance.now()
    if (waitMs > 0) await setTimeout(waitMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    await work()
    due = Math.max(due + everyMs, performance.now() - 1_000)
  }
}
