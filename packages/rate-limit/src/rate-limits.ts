import { networksOf } from './networks.ts'
import { createRateLimiter } from './rate-limiter.ts'
import type { MonotonicClock, Rate, RateLimiter } from './rate-limiter.ts'

export interface RateLimitsOptions {
  /** If not, nothing is limited. */
  readonly enabled: boolean
  readonly now?: MonotonicClock | undefined
}

/** Makes rate limiters, all of them on or off together. */
export interface RateLimits {
  byKey(rate: Rate): RateLimiter
  /**
   * Its keys are network addresses. Of IPv6 the networks of 64, 56 and 48 bits count, which may do one, four and sixteen
   * times as much: whoever has many networks gains little by them.
   *
   * @param most what no network may do at once, however wide: a share of what all may do together.
   */
  byAddress(rate: Rate, most?: number): RateLimiter
  /** One count, whatever the key. */
  overall(rate: Rate): RateLimiter
}

const unlimited: RateLimiter = { take: () => 0, giveBack: () => {} }

/** How much more than its narrowest network a wider one may do, in the order of `networksOf`. */
const factors = [1, 4, 16]

export function createRateLimits({ enabled, now = () => performance.now() }: RateLimitsOptions): RateLimits {
  if (!enabled) return { byKey: () => unlimited, byAddress: () => unlimited, overall: () => unlimited }
  return {
    byKey: (rate) => createRateLimiter(rate, { now }),
    byAddress: (rate, most = Infinity) => createAddressLimiter(rate, most, now),
    overall: (rate) => createRateLimiter(rate, { now, slots: 1 }),
  }
}

function createAddressLimiter({ burst, everySeconds }: Rate, most: number, now: MonotonicClock): RateLimiter {
  const limiters = factors
    .map((factor) => Math.min(factor, most / burst))
    .map((factor) => createRateLimiter({ burst: burst * factor, everySeconds: everySeconds / factor }, { now }))
  const countsOf = (address: string): Count[] => {
    const networks = networksOf(address)
    return limiters.flatMap((limiter, index): Count[] => {
      const network = networks[index]
      return network === undefined ? [] : [[limiter, network]]
    })
  }
  return {
    take: (address) => takeEach(countsOf(address)),
    giveBack: (address) => giveBackEach(countsOf(address)),
  }
}

export type Count = readonly [limiter: RateLimiter, key: string]

/** Takes one of each, or of none. Returns 0, or the seconds until it may be tried again. */
export function takeEach(counts: readonly Count[]): number {
  for (const [index, [limiter, key]] of counts.entries()) {
    const retryAfterSeconds = limiter.take(key)
    if (retryAfterSeconds > 0) {
      giveBackEach(counts.slice(0, index))
      return retryAfterSeconds
    }
  }
  return 0
}

export function giveBackEach(counts: readonly Count[]): void {
  for (const [limiter, key] of counts) limiter.giveBack(key)
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

/** @throws RateLimitError when one of them has none left; none is taken then. */
export function takeAll(counts: readonly Count[]): void {
  const retryAfterSeconds = takeEach(counts)
  if (retryAfterSeconds > 0) throw new RateLimitError(retryAfterSeconds)
}
