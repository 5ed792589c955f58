import { createRateLimiter, type MonotonicClock, type RateLimiter } from './rate-limits.ts'

/**
 * Takes the right to log a line of this kind. Returns how many lines of it were left out since the last one; `undefined`
 * when this line is to be left out too.
 */
export type TakeLine = (kind: string) => number | undefined

/**
 * Allows one line of each kind a minute. While a disk is full, every request fails for the same reason, and a line for each
 * would fill the log. The kinds must be few.
 */
export function createRepeatedLines(now: MonotonicClock = () => performance.now()): TakeLine {
  return createLimitedLines(createRateLimiter({ burst: 1, everySeconds: 60 }, now))
}

/** Allows as many lines of each kind as a rate limiter, for lines that anyone can cause. The kinds must be few. */
export function createLimitedLines(limiter: RateLimiter): TakeLine {
  const leftOut = new Map<string, number>()
  return (kind) => {
    const before = leftOut.get(kind) ?? 0
    if (limiter.take(kind) > 0) {
      leftOut.set(kind, before + 1)
      return undefined
    }
    leftOut.delete(kind)
    return before
  }
}
