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
  /** The seconds until one can be taken; 0 if one can. */
  readonly secondsUntilNext: (key: Key) => number
  /** Takes this many, also if fewer are left: for what something has cost. */
  readonly spend: (key: Key, count: number) => void
}

export interface RateLimitsOptions {
  /** When false, nothing is limited. */
  readonly enabled: boolean
  readonly now?: MonotonicClock | undefined
  /** Decides which keys share a count. By default random, so that clients cannot know it. */
  readonly secret?: string | undefined
}

export type RateLimits = ReturnType<typeof createRateLimits>

/** How much more each network is allowed than the narrowest one, in the order of `networksOf`. */
const factors = [1, 4, 16]

/** Creates rate limiters, which are all on or all off. */
export function createRateLimits({ enabled, now = () => performance.now(), secret }: RateLimitsOptions) {
  const create = (rate: Rate, slots?: number) => (enabled ? createRateLimiter(rate, now, slots, secret) : unlimited)
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
      const countsOf = (address: Address) =>
        networksOf(address).map((network, index) => [limiters[index] ?? unlimited, network] as const)
      return {
        take: (address) => tryTakeAll(countsOf(address)),
        giveBack: (address) => giveBackAll(countsOf(address)),
        secondsUntilNext: (address) =>
          Math.max(...countsOf(address).map(([limiter, network]) => limiter.secondsUntilNext(network))),
        spend(address, count) {
          for (const [limiter, network] of countsOf(address)) limiter.spend(network, count)
        },
      }
    },
    /** One count for all keys. */
    overall: (rate: Rate): RateLimiter => create(rate, 1),
  }
}

const unlimited: RateLimiter = { take: () => 0, giveBack: () => {}, secondsUntilNext: () => 0, spend: () => {} }

const randomSecret = randomBytes(16).toString('hex')

/**
 * The generic cell rate algorithm (ITU-T I.371). Stores one number for a key: the time at which its full burst is available
 * again. The numbers are in a table of fixed size, indexed by the key's hash. Keys with the same index share a count; no
 * key is ever evicted.
 *
 * @param slots the size of the table, a power of two. The default takes 512 KB.
 */
export function createRateLimiter(
  rate: Rate,
  now: MonotonicClock,
  slots = 2 ** 16,
  secret = randomSecret,
): RateLimiter {
  const everyMs = rate.everySeconds * 1_000
  const fullAt = new Float64Array(slots)
  const slotOf = (key: string): number => hash('sha256', secret + key, 'buffer').readUInt32LE() & (slots - 1)
  /** When the full burst is available again, if this many are taken now. */
  const fullAfter = (slot: number, time: number, count: number) => Math.max(fullAt[slot] ?? 0, time) + count * everyMs
  const secondsUntilNext = (slot: number, time: number) => {
    const waitMs = fullAfter(slot, time, 1) - rate.burst * everyMs - time
    return waitMs < 1 ? 0 : Math.ceil(waitMs / 1_000) // Less than a millisecond is a rounding error.
  }
  const spend = (slot: number, time: number, count: number) => (fullAt[slot] = fullAfter(slot, time, count))
  return {
    take(key) {
      const slot = slotOf(key)
      const time = now()
      const seconds = secondsUntilNext(slot, time)
      if (seconds === 0) spend(slot, time, 1)
      return seconds
    },
    giveBack(key) {
      const slot = slotOf(key)
      fullAt[slot] = (fullAt[slot] ?? 0) - everyMs
    },
    secondsUntilNext: (key) => secondsUntilNext(slotOf(key), now()),
    spend: (key, count) => void spend(slotOf(key), now(), count),
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
