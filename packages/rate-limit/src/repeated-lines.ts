import { createRateLimiter, type MonotonicClock, type RateLimiter } from './rate-limits.ts'

/**
 * Takes the right to log a line of this kind. Returns what the line says in addition: how many of its kind were left out since the
 * last one, if any. `undefined` when this line is to be left out too.
 */
export type TakeLine = (kind: string) => { readonly leftOut?: number } | undefined

/**
 * Allows one line of each kind a minute. While a disk is full, every request fails for the same reason, and a line for each
 * would fill the log. The kinds must be few.
 */
export function createRepeatedLines(now: MonotonicClock = () => performance.now()): TakeLine {
  return createLimitedLines(createRateLimiter({ burst: 1, everySeconds: 60 }, now))
}

/** Allows as many lines of each kind as a rate limiter, for lines that anyone can cause. The kinds must be few. */
export function createLimitedLines(limiter: RateLimiter): TakeLine {
  const counts = new Map<string, number>()
  return (kind) => {
    const leftOut = counts.get(kind) ?? 0
    if (limiter.take(kind) > 0) {
      counts.set(kind, leftOut + 1)
      return undefined
    }
    counts.delete(kind)
    return leftOut === 0 ? {} : { leftOut }
  }
}
