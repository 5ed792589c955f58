import { narrowestNetwork } from '@stockinette/rate-limit/networks.ts'
import { LRUCache } from 'lru-cache'

/** The networks from which a user has signed in to an account, by the account's e-mail address as `toEmail` returns it. */
export interface KnownNetworks {
  has(email: string, address: string): boolean
  add(email: string, address: string): void
  /** For an account that passes to another user. */
  forget(email: string): void
}

/** A phone rarely keeps its address for longer. */
const ttl = 30 * 24 * 3_600_000

/** Bounds the memory. */
const max = { accounts: 10_000, networks: 50 }

export function createKnownNetworks(): KnownNetworks {
  const byEmail = new LRUCache<string, LRUCache<string, true>>({ max: max.accounts })
  return {
    has: (email, address) => byEmail.get(email)?.has(narrowestNetwork(address)) ?? false,
    add(email, address) {
      const networks = byEmail.get(email) ?? new LRUCache<string, true>({ max: max.networks, ttl })
      networks.set(narrowestNetwork(address), true)
      byEmail.set(email, networks)
    },
    forget: (email) => void byEmail.delete(email),
  }
}
