import { hash, randomBytes } from 'node:crypto'

import { networksOf, type Address } from './address.ts'

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
export interface RateLimiter<Key extends string = string> {
  /** Takes one and returns 0. When none is left, takes none and returns the seconds until the next one. */
  readonly take: (key: Key) => number
  /** Undoes one `take`. */
  readonly giveBack: (key: Key) => void
}

export interface RateLimitsOptions {
  /** When false, nothing is limited. */
  readonly enabled: boolean
  readonly now?: MonotonicClock | undefined
}

export type RateLimits = ReturnType<typeof createRateLimits>

/** How much more each network is allowed than the narrowest one, in the order of `networksOf`. */
const factors = [1, 4, 16]

/** Creates rate limiters, which are all on or all off. */
export function createRateLimits({ enabled, now = () => performance.now() }: RateLimitsOptions) {
  const create = (rate: Rate, slots?: number) => (enabled ? createRateLimiter(rate, now, slots) : unlimited)
  return {
    byKey: (rate: Rate): RateLimiter => create(rate),
    /**
     * An IPv6 address is counted under its /64, /56 and /48 networks, which are allowed 1, 4 and 16
     * times the rate: a client with many networks gains little from them.
     *
     * @param most the largest burst of any network, so that none can use up what all clients share.
     */
    byAddress({ burst, everySeconds }: Rate, most = Infinity): RateLimiter<Address> {
      const limiters = factors
        .map((factor) => Math.min(factor, most / burst))
        .map((factor) => create({ burst: burst * factor, everySeconds: everySeconds / factor }))
      const countsOf = (address: Address): Count[] =>
        networksOf(address).flatMap((network, index): Count[] => {
          const limiter = limiters[index]
          return limiter === undefined ? [] : [[limiter, network]]
        })
      return {
        take: (address) => tryTakeAll(countsOf(address)),
        giveBack: (address) => giveBackAll(countsOf(address)),
      }
    },
    /** One count for all keys. */
    overall: (rate: Rate): RateLimiter => create(rate, 1),
  }
}

const unlimited: RateLimiter = { take: () => 0, giveBack: () => {} }

/** Keeps which keys share a slot unpredictable for clients. */
const secret = randomBytes(16).toString('hex')

/**
 * The generic cell rate algorithm (ITU-T I.371). Stores one number for a key: the time at which its full burst is available
 * again. The numbers are in a table of fixed size, indexed by the key's hash. Keys with the same index share a count; no
 * key is ever evicted.
 *
 * @param slots the size of the table, a power of two. The default takes 512 KB.
 */
export function createRateLimiter(rate: Rate, now: MonotonicClock, slots = 2 ** 16): RateLimiter {
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

export type Count =
  | readonly [limiter: RateLimiter, key: string]
  | readonly [limiter: RateLimiter<Address>, key: Address]

/** Takes one from each and returns 0. When one has none left, takes none and returns the seconds to wait. */
export function tryTakeAll(counts: readonly Count[]): number {
  for (const [index, count] of counts.entries()) {
    const [limiter, key] = count as readonly [RateLimiter, string]
    const retryAfterSeconds = limiter.take(key)
    if (retryAfterSeconds > 0) {
      giveBackAll(counts.slice(0, index))
      return retryAfterSeconds
    }
  }
  return 0
}

export function giveBackAll(counts: readonly Count[]): void {
  for (const [limiter, key] of counts as readonly (readonly [RateLimiter, string])[]) limiter.giveBack(key)
}

/** A rate limit was reached. Recognise it by `code`. */
export class RateLimitError extends Error {
  override name = 'RateLimitError'
  readonly code = 'too-many-requests'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(`The rate limit was reached. Try again in ${retryAfterSeconds} seconds.`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** As `tryTakeAll`. @throws RateLimitError when one of them has none left. */
export function takeAll(counts: readonly Count[]): void {
  const retryAfterSeconds = tryTakeAll(counts)
  if (retryAfterSeconds > 0) throw new RateLimitError(retryAfterSeconds)
}
