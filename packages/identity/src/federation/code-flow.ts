import { hash, randomBytes } from 'node:crypto'

import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import { z } from 'zod'

import type { Caller } from '../application.ts'
import type { Uses } from '../context.ts'
import { newSecret } from '../tokens/secrets.ts'

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

const attemptShape = z.object({
  providerId: z.string(),
  secrets: z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() }),
  /** Unhashed. */
  rawNonce: z.string(),
  /** The page of the application to continue to. */
  next: z.string(),
})

/** A pending sign-in at a provider. */
type Attempt = z.infer<typeof attemptShape>

export type CodeFlow = ReturnType<typeof createCodeFlow>

type Context = Uses<'attemptLimits' | 'audit' | 'log' | 'now' | 'providerClients'>

/**
 * Signing in at a provider in three steps: the browser goes there, comes back, and a page of the application redeems the
 * answer. What the next steps need is encrypted in a cookie of the browser, so nothing is kept here that others could fill up.
 * An answer is only redeemed in the browser that took the first step, so that an attacker cannot sign a user in as the attacker
 * (RFC 6749, 10.12).
 */
export function createCodeFlow({ attemptLimits, audit, log, now, providerClients }: Context) {
  const seal = createSeal(now)
  const refuse = (error: unknown, providerId: string, caller: Caller): { readonly failure: FlowFailure } => {
    const failure = toFailure(error)
    // Its causes contain what the provider sent, which must not be logged.
    const { name, message, code } = error as Error & { code?: unknown }
    if (failure !== 'user-cancelled') log.warn({ providerId, name, message, code }, 'a provider signed nobody in')
    audit('sign-in-refused', caller, { method: providerId, reason: failure })
    return { failure }
  }
  return {
    /**
     * @returns where to send the browser, the `state` that comes back with the provider's answer, and what the browser keeps
     *   and sends with its next steps (`sealed`); `undefined` if the provider is not configured.
     */
    async start(
      providerId: string,
      { redirectUri, next }: { readonly redirectUri: string; readonly next: string },
      caller: Caller,
    ) {
      const client = providerClients.get(providerId)
      if (client === undefined) return undefined
      const rawNonce = newSecret()
      const nonce = hash('sha256', rawNonce)
      const secrets = { state: newSecret(), nonce, codeVerifier: newSecret() }
      try {
        const location = await client.createUrl(secrets, redirectUri)
        const sealed = await seal.close({ providerId, secrets, rawNonce, next })
        return { location, state: secrets.state, sealed }
      } catch (error) {
        return refuse(error, providerId, caller)
      }
    },
    /** The page to continue to; `undefined` if the sign-in was not started in this browser, or expired. */
    async findNext(sealed: string | undefined): Promise<string | undefined> {
      return (await seal.open(sealed))?.next
    },
    /**
     * Exchanges the code in a provider's answer, which works once.
     *
     * @param answer the URL that the provider sent the browser back to.
     * @throws RateLimitError: a browser can send `sealed` any number of times.
     */
    async redeem(sealed: string | undefined, answer: URL, caller: Caller): Promise<Outcome> {
      const attempt = await seal.open(sealed)
      if (attempt === undefined) return { failure: 'no-auth-event' }
      const { providerId, secrets, rawNonce } = attempt
      attemptLimits.redeemProviderAnswer(secrets.state)
      try {
        const idToken = await providerClients.get(providerId)?.exchange(answer, secrets)
        return idToken === undefined ? { failure: 'operation-not-allowed' } : { providerId, idToken, rawNonce }
      } catch (error) {
        return refuse(error, providerId, caller)
      }
    },
  }
}

const sealHeader = { alg: 'dir', enc: 'A256GCM' }

/** A cookie may name other algorithms, for which the key is of the wrong kind: jose reports that as a fault of the program. */
const sealAlgorithms = {
  keyManagementAlgorithms: [sealHeader.alg],
  contentEncryptionAlgorithms: [sealHeader.enc],
}

/** Encrypts attempts with a key of this process: after a restart users start again. */
function createSeal(now: () => Date) {
  const key = randomBytes(32)
  return {
    close: (attempt: Attempt): Promise<string> =>
      new EncryptJWT({ attempt })
        .setProtectedHeader(sealHeader)
        .setExpirationTime(new Date(now().getTime() + attemptLifetimeMs))
        .encrypt(key),
    /** `undefined` for what this did not encrypt, or has expired. */
    async open(sealed = ''): Promise<Attempt | undefined> {
      try {
        const { payload } = await jwtDecrypt(sealed, key, { ...sealAlgorithms, currentDate: now() })
        return attemptShape.parse(payload['attempt'])
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}
