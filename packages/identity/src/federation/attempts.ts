import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { FlowFailure } from './flow-failure.ts'
import type { FlowSecrets } from './provider-client.ts'

/** What a page signs in with, once; or why it cannot. */
export type Outcome = Credential | { readonly failure: FlowFailure }

export interface Credential {
  readonly providerId: string
  /** The provider's. */
  readonly idToken: string
  /** In the clear, where the ID token has its SHA-256. */
  readonly rawNonce: string
}

/** A sign-in that somebody has begun at a provider. */
export interface Attempt {
  readonly providerId: string
  readonly secrets: FlowSecrets
  readonly rawNonce: string
  /** A page of the shop to go on to. */
  readonly next: string
  /** Once the browser has come back from the provider; it never rejects. */
  outcome?: Promise<Outcome>
}

/**
 * Sign-ins under way, in memory: those of a shop that is started anew begin again. Each is found by its state in the
 * browser that began it alone, so that nobody can have somebody else end up signed in as them (RFC 6749, 10.12).
 */
export interface Attempts {
  add(browser: string, attempt: Attempt): void
  find(browser: string, state: string): Attempt | undefined
  /** Finds it for the last time. */
  take(browser: string, state: string): Attempt | undefined
}

/** Bounds the memory: beyond, the one that has waited for longest is forgotten. */
const maxAttempts = 10_000

/** Time enough to find a password and a second factor. */
export const attemptLifetimeMs = 10 * 60 * 1000

export function createAttempts(now: () => Date): Attempts {
  const attempts = new LRUCache<string, Attempt>({
    max: maxAttempts,
    ttl: attemptLifetimeMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  })
  return {
    add: (browser, attempt) => void attempts.set(keyOf(browser, attempt.secrets.state), attempt),
    find: (browser, state) => attempts.get(keyOf(browser, state)),
    take(browser, state) {
      const key = keyOf(browser, state)
      const attempt = attempts.get(key)
      attempts.delete(key)
      return attempt
    },
  }
}

/** Found by a hash, so that comparing takes no time that tells about the two. */
function keyOf(browser: string, state: string): string {
  return createHash('sha256')
    .update(JSON.stringify([browser, state]))
    .digest('base64url')
}
