import { hash, randomBytes } from 'node:crypto'

/** How often something may happen. */
export interface Rate {
  /** How many may be taken at once. */
  readonly burst: number
  /** How long it takes until one that was taken is there again. */
  readonly everySeconds: number
}

/** So many at once, and as many again in an hour. */
export function perHour(count: number): Rate {
  return { burst: count, everySeconds: 3_600 / count }
}

/** Milliseconds of a clock that nobody can set back: `performance.now`. */
export type MonotonicClock = () => number

/** Counts by key: an account, an address. */
export interface RateLimiter {
  /** Takes one. Returns 0, or, when there is none left and so none is taken, the seconds until there is one. */
  take(key: string): number
  /** Gives one back. */
  giveBack(key: string): void
}

export interface RateLimiterOptions {
  readonly now: MonotonicClock
  /** A power of two: 512 KB by default. */
  readonly slots?: number
}

/** Nobody outside knows which keys share a slot. */
const secret = randomBytes(16).toString('hex')

/**
 * The generic cell rate algorithm (ITU-T I.371): all that is kept of a key is the moment at which everything taken will
 * be there again. The moments are in a table of fixed size, at the hash of the key. Keys of the same hash share a count;
 * no key is ever forgotten to make room for another one.
 */
export function createRateLimiter(rate: Rate, { now, slots = 2 ** 16 }: RateLimiterOptions): RateLimiter {
  const everyMs = rate.everySeconds * 1_000
  const fullAgainAt = new Float64Array(slots)
  const slotOf = (key: string): number => hash('sha256', secret + key, 'buffer').readUInt32LE() & (slots - 1)
  return {
    take(key) {
      const time = now()
      const slot = slotOf(key)
      const next = Math.max(fullAgainAt[slot] ?? 0, time) + everyMs
      const waitMs = next - rate.burst * everyMs - time
      // Less than a millisecond is a matter of rounding.
      if (waitMs >= 1) return Math.ceil(waitMs / 1_000)
      fullAgainAt[slot] = next
      return 0
    },
    giveBack(key) {
      const slot = slotOf(key)
      fullAgainAt[slot] = (fullAgainAt[slot] ?? 0) - everyMs
    },
  }
}
