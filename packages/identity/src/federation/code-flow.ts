import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { Audit } from '../abuse/audit.ts'
import type { Caller, Log } from '../application.ts'
import { newSecret } from '../tokens/secrets.ts'
import type { FlowSecrets, ProviderClients } from './provider-client.ts'

/**
 * Why a sign-in at a provider failed. All except `provider-unavailable` are error codes of the official client, without
 * `auth/`.
 */
export type FlowFailure =
  | 'internal-error'
  | 'no-auth-event'
  | 'operation-not-allowed'
  | 'provider-unavailable'
  | 'user-cancelled'

/** By the errors of RFC 6749, 4.1.2.1 and 5.2, and OpenID Connect Core, 3.1.2.6; any other is `internal-error`. */
const failures: ReadonlyMap<unknown, FlowFailure> = new Map(
  Object.entries<FlowFailure>({
    access_denied: 'user-cancelled',
    invalid_client: 'operation-not-allowed',
    invalid_grant: 'no-auth-event',
    invalid_request: 'operation-not-allowed',
    invalid_scope: 'operation-not-allowed',
    server_error: 'provider-unavailable',
    temporarily_unavailable: 'provider-unavailable',
    unauthorized_client: 'operation-not-allowed',
    unsupported_grant_type: 'operation-not-allowed',
    unsupported_response_type: 'operation-not-allowed',
  }),
)

/**
 * By the codes of `openid-client`. An invalid answer is a provider's own error page or a timeout. A discovery document of
 * another issuer, or an incomplete one, is a configuration error.
 */
const failuresByCode: ReadonlyMap<unknown, FlowFailure> = new Map(
  Object.entries<FlowFailure>({
    OAUTH_HTTP_REQUEST_FORBIDDEN: 'operation-not-allowed',
    OAUTH_INVALID_SERVER_METADATA: 'operation-not-allowed',
    OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'operation-not-allowed',
    OAUTH_MISSING_SERVER_METADATA: 'operation-not-allowed',
    OAUTH_PARSE_ERROR: 'provider-unavailable',
    OAUTH_RESPONSE_IS_NOT_CONFORM: 'provider-unavailable',
    OAUTH_RESPONSE_IS_NOT_JSON: 'provider-unavailable',
    OAUTH_TIMEOUT: 'provider-unavailable',
    // The client secret was refused.
    OAUTH_WWW_AUTHENTICATE_CHALLENGE: 'operation-not-allowed',
  }),
)

/** Recognises an error of `openid-client` by its fields, because the library is loaded only when needed. */
export function toFailure(error: unknown): FlowFailure {
  if (!(error instanceof Error)) return 'internal-error'
  if ('error' in error) return failures.get(error.error) ?? 'internal-error'
  // `fetch` rejects with a TypeError without a connection.
  if (error instanceof TypeError || error.cause instanceof TypeError) return 'provider-unavailable'
  return ('code' in error && failuresByCode.get(error.code)) || 'internal-error'
}

/** Bounds the memory: the oldest is deleted when there are more. */
const maxAttempts = 10_000

/** Enough time to find a password and a second factor. */
export const attemptLifetimeMs = 10 * 60 * 1000

/** The credential that a page signs in with, once, or the reason of a failure. */
export type Outcome = Credential | { readonly failure: FlowFailure }

interface Credential {
  readonly providerId: string
  /** Of the provider. */
  readonly idToken: string
  /** Unhashed; the ID token contains its SHA-256. */
  readonly rawNonce: string
}

/** A pending sign-in at a provider. */
interface Attempt {
  readonly providerId: string
  readonly secrets: FlowSecrets
  readonly rawNonce: string
  /** The page of the application to continue to. */
  readonly next: string
  /** Set once the browser is back from the provider. Never rejects. */
  outcome?: Promise<Outcome>
}

/**
 * Signing in at a provider in three steps: the browser goes there, comes back, and a page of the application redeems the
 * result. Each step needs `browser`, a secret of the browser that took the first one.
 */
export class CodeFlow {
  readonly #attempts
  readonly #audit: Audit
  readonly #clients: ProviderClients
  readonly #log: Log

  constructor(clients: ProviderClients, audit: Audit, log: Log, now: () => Date) {
    this.#attempts = createAttempts(now)
    this.#audit = audit
    this.#clients = clients
    this.#log = log
  }

  /** @returns where to send the browser; `undefined` if the provider is not configured. */
  async start(
    providerId: string,
    { browser, redirectUri, next }: { readonly browser: string; readonly redirectUri: string; readonly next: string },
    caller: Caller,
  ): Promise<{ readonly location: string } | { readonly failure: FlowFailure } | undefined> {
    const client = this.#clients.get(providerId)
    if (client === undefined) return undefined
    const rawNonce = newSecret()
    const nonce = createHash('sha256').update(rawNonce).digest('hex')
    const secrets = { state: newSecret(), nonce, codeVerifier: newSecret() }
    try {
      const location = await client.createUrl(secrets, redirectUri)
      this.#attempts.add(browser, { providerId, secrets, rawNonce, next })
      return { location }
    } catch (error) {
      return this.#refuse(error, providerId, caller)
    }
  }

  /**
   * Handles the browser's return. `answer` is the URL that the provider sent it to. Works once for each `start`. The code is
   * exchanged meanwhile; `redeem` waits for it.
   *
   * @returns the page to continue to; `undefined` if the sign-in was not started in this browser.
   */
  handleCallback(browser: string, answer: URL, caller: Caller): string | undefined {
    const attempt = this.#attempts.find(browser, answer.searchParams.get('state') ?? '')
    if (attempt === undefined) return undefined
    attempt.outcome ??= this.#finish(attempt, answer, caller)
    return attempt.next
  }

  /** The result, for a page of that browser, once. */
  async redeem(browser: string, state: string): Promise<Outcome> {
    const attempt = this.#attempts.take(browser, state)
    return (await attempt?.outcome) ?? { failure: 'no-auth-event' }
  }

  async #finish({ providerId, secrets, rawNonce }: Attempt, answer: URL, caller: Caller): Promise<Outcome> {
    try {
      const idToken = await this.#clients.get(providerId)?.exchange(answer, secrets)
      return idToken === undefined ? { failure: 'operation-not-allowed' } : { providerId, idToken, rawNonce }
    } catch (error) {
      return this.#refuse(error, providerId, caller)
    }
  }

  #refuse(error: unknown, providerId: string, caller: Caller): { readonly failure: FlowFailure } {
    const failure = toFailure(error)
    // Its causes contain what the provider sent, which must not be logged.
    const { name, message, code } = error as Error & { code?: unknown }
    if (failure !== 'user-cancelled') this.#log.warn({ providerId, name, message, code }, 'a provider signed nobody in')
    this.#audit('sign-in-refused', caller, { method: providerId, reason: failure })
    return { failure }
  }
}

/**
 * Pending sign-ins, in memory: after a restart users start again. Each is found only by its state and the browser that
 * started it, so that an attacker cannot sign a user in as the attacker (RFC 6749, 10.12).
 */
function createAttempts(now: () => Date) {
  const attempts = new LRUCache<string, Attempt>({
    max: maxAttempts,
    ttl: attemptLifetimeMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  })
  return {
    add: (browser: string, attempt: Attempt) => void attempts.set(keyOf(browser, attempt.secrets.state), attempt),
    find: (browser: string, state: string) => attempts.get(keyOf(browser, state)),
    /** Finds an attempt and deletes it. */
    take(browser: string, state: string) {
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
