import { widestNetwork } from '@stockinette/rate-limit/networks.ts'
import { perHour } from '@stockinette/rate-limit/rate-limiter.ts'
import type { Rate } from '@stockinette/rate-limit/rate-limiter.ts'
import { createRateLimits, takeAll, tryTakeAll } from '@stockinette/rate-limit/rate-limits.ts'
import type { RateLimits, RateLimitsOptions } from '@stockinette/rate-limit/rate-limits.ts'
import { LRUCache } from 'lru-cache'

import { ShopError } from '../../domain/errors.ts'
import { problems } from '../../messages/messages.ts'

/**
 * How much one account and one address may do. Mobile carriers put thousands of people behind one address, so an
 * address may do much more than an account, and nothing is ever limited by address alone but what needs no account. An
 * address of IPv6 stands for several networks (`RateLimits.byAddress`).
 */
const allowances = {
  /** No network of IPv6, however wide, takes more than half of what all may do. */
  signUpsByNetwork: 1_500,
  signUpsByAddress: perHour(300),
  /** A day on which a small shop is in the newspaper stays far below it; the disk holds years of it. */
  signUps: perHour(3_000),
  signInsElsewhereByAddress: perHour(300),
  itemsByAccount: perHour(120),
  itemsByAddress: perHour(1_200),
  /** Ten for each item: input that is refused, and changes. */
  attemptsByAccount: perHour(1_200),
  attemptsByAddress: perHour(12_000),
  /** A photo takes seconds to encode. */
  photosByAccount: perHour(300),
  photosByAddress: perHour(1_200),
  /** Each makes the shop fetch a picture, perhaps from elsewhere, and decode it. */
  previewsByAccount: perHour(120),
  previewsByAddress: perHour(600),
  /** Each makes every session of an account worthless, with a write that is waited for. */
  signOutsByAccount: { burst: 30, everySeconds: 2 },
  /** A read that costs the shop money, of what may not exist: two a second, as a person never asks. */
  unknownItemsByAddress: { burst: 120, everySeconds: 0.5 },
  /** A fifth of those of the shop: anybody can have a network of 48 bits. */
  unknownItemsByNetwork: { burst: 120, everySeconds: 0.1 },
  unknownItems: { burst: 50, everySeconds: 0.02 },
} as const

/** So many attempts with one key count as one: a client on a bad connection repeats itself. */
const attemptsAtOnce = 10

/** Bounds the memory: the attempt of a key that is forgotten counts as a first one. */
const maxKeys = 10_000

const hourMs = 3_600_000

/** Each method resolves, or rejects with ShopError `too-many-requests` that says when to come back. */
export interface Limits {
  signUp(address: string): Promise<void>
  /** A sign-in that is begun at another provider. */
  signInElsewhere(address: string): Promise<void>
  /** Anything that may change something, whatever becomes of it. To be called before the body is read. */
  attempt(uid: string, address: string): Promise<void>
  /** @param key of an attempt: ten of the same key count once, each further one counts. */
  addItem(uid: string, address: string, key?: string): Promise<void>
  addPhoto(uid: string, address: string): Promise<void>
  previewLink(uid: string, address: string): Promise<void>
  /** Ending every session of an account. */
  signOutEverywhere(uid: string): Promise<void>
  /** Looking an item up that is not in memory. Rejects with ShopError `shop-busy`. */
  readUnknownItem(address: string): Promise<void>
}

/** Counts in memory, by a clock that nobody can set. */
export function createLimits(options: RateLimitsOptions): Limits {
  const limits = createRateLimits(options)
  const signUpsByAddress = limits.byAddress(allowances.signUpsByAddress, allowances.signUpsByNetwork)
  const signUps = limits.overall(allowances.signUps)
  const signInsElsewhere = limits.byAddress(allowances.signInsElsewhereByAddress)
  const signOuts = limits.byKey(allowances.signOutsByAccount)
  const addItem = byAccountAndAddress(limits, allowances.itemsByAccount, allowances.itemsByAddress)
  const unknownItemsByAddress = limits.byAddress(allowances.unknownItemsByAddress)
  const unknownItemsByNetwork = limits.byKey(allowances.unknownItemsByNetwork)
  const unknownItems = limits.overall(allowances.unknownItems)
  const attemptsOfKey = new LRUCache<string, number>({ max: maxKeys, ttl: hourMs })
  return {
    signUp: async (address) =>
      takeAll([
        [signUpsByAddress, address],
        [signUps, ''],
      ]),
    signInElsewhere: async (address) => takeAll([[signInsElsewhere, address]]),
    attempt: byAccountAndAddress(limits, allowances.attemptsByAccount, allowances.attemptsByAddress),
    addItem: async (uid, address, key) => {
      const earlier = key === undefined ? 0 : (attemptsOfKey.get(key) ?? 0)
      if (earlier === 0 || earlier >= attemptsAtOnce) await addItem(uid, address)
      if (key !== undefined) attemptsOfKey.set(key, earlier + 1)
    },
    addPhoto: byAccountAndAddress(limits, allowances.photosByAccount, allowances.photosByAddress),
    previewLink: byAccountAndAddress(limits, allowances.previewsByAccount, allowances.previewsByAddress),
    signOutEverywhere: async (uid) => takeAll([[signOuts, uid]]),
    readUnknownItem: async (address) => {
      const retryAfterSeconds = tryTakeAll([
        [unknownItemsByAddress, address],
        [unknownItemsByNetwork, widestNetwork(address)],
        [unknownItems, ''],
      ])
      if (retryAfterSeconds > 0) throw new ShopError('shop-busy', problems.busy, { retryAfterSeconds })
    },
  }
}

function byAccountAndAddress(limits: RateLimits, ofAccount: Rate, ofAddress: Rate) {
  const accounts = limits.byKey(ofAccount)
  const addresses = limits.byAddress(ofAddress)
  return async (uid: string, address: string): Promise<void> =>
    takeAll([
      [accounts, uid],
      [addresses, address],
    ])
}
