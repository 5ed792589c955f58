import { narrowestNetwork } from '@stockinette/rate-limit/networks.ts'
import { LRUCache } from 'lru-cache'

/** From which networks somebody has signed in to an account, by its e-mail address in the form of `toEmail`. */
export interface KnownNetworks {
  has(email: string, address: string): boolean
  add(email: string, address: string): void
  /** For an account that passes to somebody else. */
  forget(email: string): void
}

/** As long as people keep a telephone's address, at the very most. */
const ttl = 30 * 24 * 3_600_000

/** Nobody fills the memory with networks of one account, nor with accounts: sign-ups are limited. */
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
