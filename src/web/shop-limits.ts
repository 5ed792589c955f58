import { widestNetwork, type Address } from '@stockinette/rate-limit/address.ts'
import {
  createRateLimits,
  perHour,
  type RateLimiter,
  type RateLimits,
  type RateLimitsOptions,
  takeAll,
  tryTakeAll,
} from '@stockinette/rate-limit/rate-limits.ts'
import { LRUCache } from 'lru-cache'

import { ShopError } from '../domain/errors.ts'
import { problems } from '../messages/messages.ts'

/**
 * Rates by account and by address. Mobile carriers put thousands of people behind one address, so an address may do
 * much more than an account, and only actions without an account are limited by address alone. An IPv6 address counts
 * for several networks (`RateLimits.byAddress`).
 */
const rates = {
  items: { byAccount: perHour(120), byAddress: perHour(1_200) },
  /** Ten for each item, for invalid input and changes. */
  attempts: { byAccount: perHour(1_200), byAddress: perHour(12_000) },
  /** A photo takes seconds to encode. */
  photos: { byAccount: perHour(300), byAddress: perHour(1_200) },
  /** Each makes the shop fetch and decode an image, perhaps from another server. */
  previews: { byAccount: perHour(120), byAddress: perHour(600) },
  /** Each ends every session of an account, with a synchronous write. */
  signOutsByAccount: { burst: 30, everySeconds: 2 },
  /**
   * Tries to claim the shop without its code, or once it is claimed. Nobody guesses 128 bits, but each is a line of the audit
   * log.
   */
  claimsByAddress: { burst: 10, everySeconds: 30 },
  claimsByNetworkAtMost: 40,
  claims: { burst: 400, everySeconds: 1 },
  /** Each is a paid read of an item that may not exist. A person makes far fewer than two a second. */
  unknownItemsByAddress: { burst: 120, everySeconds: 0.5 },
  /** A fifth of the total: a /48 network is easy to get. */
  unknownItemsByNetwork: { burst: 120, everySeconds: 0.1 },
  unknownItems: { burst: 50, everySeconds: 0.02 },
  /**
   * Photos that are not there: each is two paid requests to a bucket. Pages name photos that are there, but for one that was
   * removed a moment ago.
   */
  missingPhotosByAddress: { burst: 120, everySeconds: 1 },
  missingPhotosByNetworkAtMost: 480,
  /**
   * Milliseconds of lists of pieces with a search, filter, order or cursor that are not cached: three seconds at once, then a
   * tenth of the time. Most take a few milliseconds, and somebody who looks through the shop opens one every few seconds; this
   * is enough for a hundred people behind one address.
   */
  searchMsByAddress: { burst: 3_000, everySeconds: 0.01 },
  /** Twice as much from a /56 or /48 network, which is easy to get. */
  searchMsByNetworkAtMost: 6_000,
  /**
   * Lines of the request log. A flood of requests would fill the disk, and journald would drop important lines: it
   * accepts 10,000 in 30 seconds (journald.conf(5), `RateLimitBurst`).
   */
  requestLines: { burst: 2_000, everySeconds: 0.01 },
} as const

/** This many attempts with one idempotency key count as one, for clients that retry on a bad connection. */
const freeAttempts = 10

/** Bounds the memory: an evicted key counts as new. */
const maxKeys = 10_000

const hourMs = 3_600_000

export type Limits = ReturnType<typeof createLimits>

/**
 * Counts in memory, by a monotonic clock. Each method rejects with ShopError `too-many-requests`, with a time to retry, when
 * the limit is exceeded.
 */
export function createLimits(options: RateLimitsOptions) {
  const limits = createRateLimits(options)
  const signOuts = limits.byKey(rates.signOutsByAccount)
  const addItem = byAccountAndAddress(limits, rates.items)
  const unknownItemsByAddress = limits.byAddress(rates.unknownItemsByAddress)
  const unknownItemsByNetwork = limits.byKey(rates.unknownItemsByNetwork)
  const unknownItems = limits.overall(rates.unknownItems)
  const searchMs = limits.byAddress(rates.searchMsByAddress, rates.searchMsByNetworkAtMost)
  const missingPhotos = limits.byAddress(rates.missingPhotosByAddress, rates.missingPhotosByNetworkAtMost)
  const claimsByAddress = limits.byAddress(rates.claimsByAddress, rates.claimsByNetworkAtMost)
  const claims = limits.overall(rates.claims)
  const attemptsOfKey = new LRUCache<string, number>({ max: maxKeys, ttl: hourMs })
  return {
    /** Any request that may change something, successful or not. Call it before reading the body. */
    attempt: byAccountAndAddress(limits, rates.attempts),
    /** @param key the idempotency key: ten attempts with the same key count once, each further one counts. */
    addItem: async (uid: string, address: Address, key?: string): Promise<void> => {
      const earlier = key === undefined ? 0 : (attemptsOfKey.get(key) ?? 0)
      if (earlier === 0 || earlier >= freeAttempts) await addItem(uid, address)
      if (key !== undefined) attemptsOfKey.set(key, earlier + 1)
    },
    addPhoto: byAccountAndAddress(limits, rates.photos),
    previewLink: byAccountAndAddress(limits, rates.previews),
    /** Trying to claim the shop without its code, or once it is claimed. */
    claim: async (address: Address): Promise<void> =>
      takeAll([
        [claimsByAddress, address],
        [claims, ''],
      ]),
    /** Lines of the request log, for all clients together. */
    requestLines: limits.overall(rates.requestLines),
    /** Ending all sessions of an account. */
    signOutEverywhere: async (uid: string): Promise<void> => takeAll([[signOuts, uid]]),
    /**
     * Looking up an item that is not in memory: anyone can choose the ids, and Firestore bills each read. Rejects with ShopError
     * `shop-busy`.
     */
    readUnknownItem: async (address: Address): Promise<void> => {
      const retryAfterSeconds = tryTakeAll([
        [unknownItemsByAddress, address],
        [unknownItemsByNetwork, widestNetwork(address)],
        [unknownItems, ''],
      ])
      throwIfBusy(retryAfterSeconds)
    },
    /** Searching the catalogue, which is charged in milliseconds. */
    searches: chargedAfterwards(searchMs),
    /** Reading photos, which are charged if they are not there. */
    missingPhotos: chargedAfterwards(missingPhotos),
  }
}

/** Limits what has a cost that is known afterwards. */
function chargedAfterwards(limiter: RateLimiter<Address>) {
  return {
    /** @throws ShopError `shop-busy` if the client has used up what it may spend. */
    requireCredit: (address: Address) => throwIfBusy(limiter.secondsUntilNext(address)),
    spend: (address: Address, cost: number) => limiter.spend(address, cost),
  }
}

/** @throws ShopError `shop-busy`. */
function throwIfBusy(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) throw busyError(retryAfterSeconds)
}

/** For a request that finds no place in a queue, too. */
export function busyError(retryAfterSeconds = 5): ShopError {
  return new ShopError('shop-busy', problems.busy, { retryAfterSeconds })
}

function byAccountAndAddress(limits: RateLimits, { byAccount, byAddress }: typeof rates.items) {
  const accounts = limits.byKey(byAccount)
  const addresses = limits.byAddress(byAddress)
  return async (uid: string, address: Address): Promise<void> =>
    takeAll([
      [accounts, uid],
      [addresses, address],
    ])
}
