import { LRUCache } from 'lru-cache'

export interface AllowanceOptions {
  /** How many may be taken at once. */
  readonly burst: number
  /** How long it takes until one that was taken is there again. */
  readonly everySeconds: number
  readonly now: () => Date
}

/** How often something may happen, by key: an account, an address. */
export interface Allowance {
  /** Takes one. Returns 0, or, when there is none left and so none is taken, the seconds until there is one. */
  take(key: string): number
  /** Gives one back. */
  giveBack(key: string): void
}

/** Bounds the memory: beyond, the key that has not been used for longest starts anew. */
const maxKeys = 100_000

/**
 * Counts in memory, by the generic cell rate algorithm (ITU-T I.371): all that is kept of a key is the moment at which
 * everything taken will be there again.
 */
export function createAllowance({ burst, everySeconds, now }: AllowanceOptions): Allowance {
  const everyMs = everySeconds * 1000
  const fullAgainAt = new LRUCache<string, number>({ max: maxKeys })
  return {
    take(key) {
      const time = now().getTime()
      const next = Math.max(fullAgainAt.get(key) ?? 0, time) + everyMs
      const waitMs = next - burst * everyMs - time
      if (waitMs > 0) return Math.ceil(waitMs / 1000)
      fullAgainAt.set(key, next)
      return 0
    },
    giveBack(key) {
      const moment = fullAgainAt.get(key)
      if (moment !== undefined) fullAgainAt.set(key, moment - everyMs)
    },
  }
}
