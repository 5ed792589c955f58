import { hash, timingSafeEqual } from 'node:crypto'

import { errors, jwtVerify, type JWTPayload } from 'jose'

import { IdentityError } from '../errors.ts'
import type { ProviderClient, ProviderClients } from './provider-client.ts'
import { toProviderUser, type ProviderClaims, type ProviderUser } from './provider-user.ts'

/** Only algorithms with a private key: anyone who knows a shared secret could sign. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'Ed25519', 'EdDSA']

/** For differing clocks. */
const clockToleranceSeconds = 30

/** Google's tokens may leave out the scheme. (developers.google.com/identity/openid-connect, "iss") */
const otherIssuers: Readonly<Record<string, string>> = { 'https://accounts.google.com': 'accounts.google.com' }

/** A credential from a sign-in at a provider. */
export interface ProviderCredential {
  readonly providerId: string
  readonly idToken: string | undefined
  readonly accessToken: string | undefined
  /** Unhashed; the ID token contains its SHA-256. */
  readonly rawNonce: string | undefined
  /** From a client that has sent the browser to the provider: the nonce, if there is one. */
  readonly sessionId: string | undefined
}

export type Providers = ReturnType<typeof createProviders>

/** Other providers whose users can sign in. */
export function createProviders(clients: ProviderClients, now: () => Date) {
  const get = (providerId: string) => {
    const found = clients.get(providerId)
    if (found !== undefined) return found
    throw new IdentityError('OPERATION_NOT_ALLOWED', 'The identity provider configuration is not found.')
  }
  return {
    /** @throws IdentityError `OPERATION_NOT_ALLOWED` if the provider is not configured. */
    require: (providerId: string): void => void get(providerId),
    /**
     * Finds the user of a credential.
     *
     * @throws IdentityError `OPERATION_NOT_ALLOWED`, `INVALID_IDP_RESPONSE`, `MISSING_OR_INVALID_NONCE`; ServiceError
     * `provider-unavailable` if the provider's keys cannot be loaded.
     */
    async identify(credential: ProviderCredential): Promise<ProviderUser> {
      const { providerId, idToken } = credential
      const client = get(providerId)
      if (idToken === undefined) {
        // An access token contains neither its audience nor its user.
        throw new IdentityError('INVALID_IDP_RESPONSE', 'An ID token is needed; an access token alone proves nothing.')
      }
      return toProviderUser(providerId, await verifyIdToken(idToken, credential, client, now()))
    },
  }
}

type Nonces = Pick<ProviderCredential, 'rawNonce' | 'sessionId'>

/**
 * Verifies a provider's ID token (OpenID Connect Core, 3.1.3.7).
 *
 * @throws IdentityError `INVALID_IDP_RESPONSE`, `MISSING_OR_INVALID_NONCE`; and as `keySet`.
 */
async function verifyIdToken(
  idToken: string,
  nonces: Nonces,
  { provider: { issuer, clientIds }, keySet }: ProviderClient,
  currentDate: Date,
): Promise<ProviderClaims> {
  const rules = {
    algorithms,
    issuer: [issuer, ...(Object.hasOwn(otherIssuers, issuer) ? [otherIssuers[issuer] ?? issuer] : [])],
    audience: [...clientIds],
    requiredClaims: ['sub', 'exp', 'iat'],
    clockTolerance: clockToleranceSeconds,
    currentDate,
  }
  try {
    const { payload } = await jwtVerify(idToken, keySet, rules)
    refuseForOthers(payload, clientIds)
    checkNonce(payload['nonce'], nonces)
    return payload
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) {
      throw new IdentityError('INVALID_IDP_RESPONSE', `Unable to parse id_token: ${idToken}`, { cause: error })
    }
    throw new IdentityError('INVALID_IDP_RESPONSE', `The ID token is not good: ${error.message}.`, { cause: error })
  }
}

/** A token with several audiences, or with an authorized party, must be for one of our client ids. */
function refuseForOthers({ aud, azp }: JWTPayload, clientIds: readonly string[]): void {
  if (azp === undefined && !(Array.isArray(aud) && aud.length > 1)) return
  if (typeof azp === 'string' && clientIds.includes(azp)) return
  throw new IdentityError('INVALID_IDP_RESPONSE', 'The ID token was given to another client.')
}

/**
 * A token with a nonce is valid only with that nonce, and a nonce only with such a token. The token contains the nonce's
 * SHA-256, so the thief of a token does not have the nonce.
 */
function checkNonce(nonce: unknown, { rawNonce, sessionId }: Nonces): void {
  if (nonce === undefined && rawNonce === undefined) return
  const raw = rawNonce ?? sessionId
  const expected = hash('sha256', raw ?? '', 'buffer')
  const given = typeof nonce === 'string' && /^[\da-f]{64}$/i.test(nonce) ? Buffer.from(nonce, 'hex') : undefined
  if (raw !== undefined && given !== undefined && timingSafeEqual(expected, given)) return
  throw new IdentityError(
    'MISSING_OR_INVALID_NONCE',
    'The nonce is not the one of the ID token: its SHA-256 must be in it.',
  )
}
