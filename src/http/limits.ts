import { LRUCache } from 'lru-cache'

import { ShopError } from '../domain/errors.ts'
import { problems } from '../domain/messages.ts'

const hourMs = 3_600_000

/**
 * How much one account and one address may do in an hour. Mobile carriers put thousands of people behind one address,
 * so an address may do much more than an account, and nothing is ever limited by address alone but what needs no account.
 */
const allowances = {
  signUpsByAddress: 300,
  signInsElsewhereByAddress: 300,
  itemsByAccount: 120,
  itemsByAddress: 1_200,
  /** A photo takes seconds to encode. */
  photosByAccount: 300,
  photosByAddress: 1_200,
  /** Each makes the shop fetch a picture, perhaps from elsewhere, and decode it. */
  previewsByAccount: 120,
  previewsByAddress: 600,
} as const

/** Bounds the memory, of each count: beyond, the key that has not been used for longest starts anew. */
const maxKeys = 10_000

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

/** Counts in memory. An hour begins with the first time that something is done. */
export function createLimits({ enabled, now = Date.now }: { enabled: boolean; now?: () => number }): Limits {
  const allow = () => Promise.resolve()
  if (!enabled) {
    return { signUp: allow, signInElsewhere: allow, addItem: allow, addPhoto: allow, previewLink: allow }
  }
  const signUpsByAddress = createCount(allowances.signUpsByAddress, now)
  const signInsElsewhereByAddress = createCount(allowances.signInsElsewhereByAddress, now)
  const itemsByAccount = createCount(allowances.itemsByAccount, now)
  const itemsByAddress = createCount(allowances.itemsByAddress, now)
  const itemsCounted = new LRUCache<string, true>({ max: maxKeys, ttl: hourMs })
  const photosByAccount = createCount(allowances.photosByAccount, now)
  const photosByAddress = createCount(allowances.photosByAddress, now)
  const previewsByAccount = createCount(allowances.previewsByAccount, now)
  const previewsByAddress = createCount(allowances.previewsByAddress, now)
  return {
    signUp: async (address) => signUpsByAddress(address),
    signInElsewhere: async (address) => signInsElsewhereByAddress(address),
    addItem: async (uid, address, key) => {
      if (key !== undefined && itemsCounted.has(key)) return
      itemsByAccount(uid)
      itemsByAddress(address)
      if (key !== undefined) itemsCounted.set(key, true)
    },
    addPhoto: async (uid, address) => {
      photosByAccount(uid)
      photosByAddress(address)
    },
    previewLink: async (uid, address) => {
      previewsByAccount(uid)
      previewsByAddress(address)
    },
  }
}

/** Counts one more of a key. Throws when there were `most` in its hour. */
function createCount(most: number, now: () => number): (key: string) => void {
  const hours = new LRUCache<string, { readonly endsAt: number; count: number }>({ max: maxKeys })
  return (key) => {
    const time = now()
    let hour = hours.get(key)
    if (hour === undefined || hour.endsAt <= time) {
      hour = { endsAt: time + hourMs, count: 0 }
      hours.set(key, hour)
    }
    if (hour.count >= most) {
      const retryAfterSeconds = Math.ceil((hour.endsAt - time) / 1_000)
      throw new ShopError('too-many-requests', problems.tooManyRequests, { retryAfterSeconds })
    }
    hour.count += 1
  }
}
