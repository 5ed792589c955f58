import { networksOf } from './networks.ts'
import { createRateLimiter, type MonotonicClock, type Rate, type RateLimiter } from './rate-limiter.ts'

export interface RateLimitsOptions {
  /** When false, nothing is limited. */
  readonly enabled: boolean
  readonly now?: MonotonicClock | undefined
}

/** Creates rate limiters, which are all on or all off. */
export interface RateLimits {
  byKey(rate: Rate): RateLimiter
  /**
   * Keys are IP addresses. An IPv6 address is counted under its /64, /56 and /48 networks, which are allowed 1, 4 and 16
   * times the rate: a client with many networks gains little from them.
   *
   * @param most the largest burst of any network, so that none can use up what all clients share.
   */
  byAddress(rate: Rate, most?: number): RateLimiter
  /** One count for all keys. */
  overall(rate: Rate): RateLimiter
}

const unlimited: RateLimiter = { take: () => 0, giveBack: () => {} }

/** How much more each network is allowed than the narrowest one, in the order of `networksOf`. */
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
    take: (address) => tryTakeAll(countsOf(address)),
    giveBack: (address) => giveBackAll(countsOf(address)),
  }
}

export type Count = readonly [limiter: RateLimiter, key: string]

/** Takes one from each and returns 0. When one has none left, takes none and returns the seconds to wait. */
export function tryTakeAll(counts: readonly Count[]): number {
  for (const [index, [limiter, key]] of counts.entries()) {
    const retryAfterSeconds = limiter.take(key)
    if (retryAfterSeconds > 0) {
      giveBackAll(counts.slice(0, index))
      return retryAfterSeconds
    }
  }
  return 0
}

export function giveBackAll(counts: readonly Count[]): void {
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

/** As `tryTakeAll`. @throws RateLimitError when one of them has none left. */
export function takeAll(counts: readonly Count[]): void {
  const retryAfterSeconds = tryTakeAll(counts)
  if (retryAfterSeconds > 0) throw new RateLimitError(retryAfterSeconds)
}
