import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { ShopError } from '../domain/errors.ts'
import { problems } from '../domain/messages.ts'

const hour = 3600

/**
 * How much one account and one address may do in an hour. Mobile carriers put thousands of people behind one address,
 * so an address may do much more than an account, and nothing is ever limited by address alone but what needs no account.
 */
const allowances = {
  signUpsByAddress: { points: 300, duration: hour },
  signInsElsewhereByAddress: { points: 300, duration: hour },
  itemsByAccount: { points: 120, duration: hour },
  itemsByAddress: { points: 1_200, duration: hour },
  /** A photo takes seconds to encode. */
  photosByAccount: { points: 300, duration: hour },
  photosByAddress: { points: 1_200, duration: hour },
  /** Each makes the shop fetch a picture, perhaps from elsewhere, and decode it. */
  previewsByAccount: { points: 120, duration: hour },
  previewsByAddress: { points: 600, duration: hour },
}

/** Each method resolves, or rejects with ShopError `too-many-requests` that says when to come back. */
export interface Limits {
  signUp(address: string): Promise<void>
  /** A sign-in that is begun at another provider. */
  signInElsewhere(address: string): Promise<void>
  /** @param key of an attempt that counts once, however often it is made. */
  addItem(uid: string, address: string, key?: string): Promise<void>
  addPhoto(uid: string, address: string): Promise<void>
  previewLink(uid: string, address: string): Promise<void>
}

/** Counts in memory: what it keeps for a key goes with the hour. */
export function createLimits({ enabled }: { enabled: boolean }): Limits {
  const allow = () => Promise.resolve()
  if (!enabled) {
    return { signUp: allow, signInElsewhere: allow, addItem: allow, addPhoto: allow, previewLink: allow }
  }
  const signUpsByAddress = new RateLimiterMemory(allowances.signUpsByAddress)
  const signInsElsewhereByAddress = new RateLimiterMemory(allowances.signInsElsewhereByAddress)
  const itemsByAccount = new RateLimiterMemory(allowances.itemsByAccount)
  const itemsByAddress = new RateLimiterMemory(allowances.itemsByAddress)
  const itemsCounted = new LRUCache<string, true>({ max: 10_000, ttl: hour * 1_000 })
  const photosByAccount = new RateLimiterMemory(allowances.photosByAccount)
  const photosByAddress = new RateLimiterMemory(allowances.photosByAddress)
  const previewsByAccount = new RateLimiterMemory(allowances.previewsByAccount)
  const previewsByAddress = new RateLimiterMemory(allowances.previewsByAddress)
  return {
    signUp: (address) => consume(signUpsByAddress, address),
    signInElsewhere: (address) => consume(signInsElsewhereByAddress, address),
    addItem: async (uid, address, key) => {
      if (key !== undefined && itemsCounted.has(key)) return
      await consume(itemsByAccount, uid)
      await consume(itemsByAddress, address)
      if (key !== undefined) itemsCounted.set(key, true)
    },
    addPhoto: async (uid, address) => {
      await consume(photosByAccount, uid)
      await consume(photosByAddress, address)
    },
    previewLink: async (uid, address) => {
      await consume(previewsByAccount, uid)
      await consume(previewsByAddress, address)
    },
  }
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const retryAfterSeconds = Math.ceil(refusal.msBeforeNext / 1000)
    throw new ShopError('too-many-requests', problems.tooManyRequests, { retryAfterSeconds })
  }
}
