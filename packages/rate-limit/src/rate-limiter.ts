import { hash, randomBytes } from 'node:crypto'

/** How often something may happen. */
export interface Rate {
  /** How many may be taken at once. */
  readonly burst: number
  /** After how long one more may be taken. */
  readonly everySeconds: number
}

/** `count` at once, then `count` an hour. */
export function perHour(count: number): Rate {
  return { burst: count, everySeconds: 3_600 / count }
}

/** Returns milliseconds, and never goes backwards: `performance.now`. */
export type MonotonicClock = () => number

/** Counts separately for each key, such as an account or an address. */
export interface RateLimiter {
  /** Takes one and returns 0. When none is left, takes none and returns the seconds until the next one. */
  take(key: string): number
  /** Undoes one `take`. */
  giveBack(key: string): void
}

export interface RateLimiterOptions {
  readonly now: MonotonicClock
  /** The size of the table, a power of two. The default takes 512 KB. */
  readonly slots?: number
}

/** Keeps which keys share a slot unpredictable for clients. */
const secret = randomBytes(16).toString('hex')

/**
 * The generic cell rate algorithm (ITU-T I.371). Stores one number for a key: the time at which its full burst is available
 * again. The numbers are in a table of fixed size, indexed by the key's hash. Keys with the same index share a count; no
 * key is ever evicted.
 */
export function createRateLimiter(rate: Rate, { now, slots = 2 ** 16 }: RateLimiterOptions): RateLimiter {
  const everyMs = rate.everySeconds * 1_000
  const fullAt = new Float64Array(slots)
  const slotOf = (key: string): number => hash('sha256', secret + key, 'buffer').readUInt32LE() & (slots - 1)
  return {
    take(key) {
      const time = now()
      const slot = slotOf(key)
      const next = Math.max(fullAt[slot] ?? 0, time) + everyMs
      const waitMs = next - rate.burst * everyMs - time
      // Less than a millisecond is a rounding error.
      if (waitMs >= 1) return Math.ceil(waitMs / 1_000)
      fullAt[slot] = next
      return 0
    },
    giveBack(key) {
      const slot = slotOf(key)
      fullAt[slot] = (fullAt[slot] ?? 0) - everyMs
    },
  }
}
