import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { FlowFailure } from './flow-failure.ts'
import type { FlowSecrets } from './provider-client.ts'

/** The credential that a page signs in with, once, or the reason of a failure. */
export type Outcome = Credential | { readonly failure: FlowFailure }

export interface Credential {
  readonly providerId: string
  /** Of the provider. */
  readonly idToken: string
  /** Unhashed; the ID token contains its SHA-256. */
  readonly rawNonce: string
}

/** A pending sign-in at a provider. */
export interface Attempt {
  readonly providerId: string
  readonly secrets: FlowSecrets
  readonly rawNonce: string
  /** The page of the application to continue to. */
  readonly next: string
  /** Set once the browser is back from the provider. Never rejects. */
  outcome?: Promise<Outcome>
}

/**
 * Pending sign-ins, in memory: after a restart users start again. Each is found only by its state and the browser that
 * started it, so that an attacker cannot sign a user in as the attacker (RFC 6749, 10.12).
 */
export interface Attempts {
  add(browser: string, attempt: Attempt): void
  find(browser: string, state: string): Attempt | undefined
  /** Finds an attempt and deletes it. */
  take(browser: string, state: string): Attempt | undefined
}

/** Bounds the memory: the oldest is deleted when there are more. */
const maxAttempts = 10_000

/** Enough time to find a password and a second factor. */
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

/** A hash, so that the time of the lookup reveals nothing. */
function keyOf(browser: string, state: string): string {
  return createHash('sha256')
    .update(JSON.stringify([browser, state]))
    .digest('base64url')
}
