import { errors } from 'jose'

import type { Claims } from '../accounts/account.ts'
import { IdentityError } from '../errors.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The audience of Firebase's custom tokens. (firebase.google.com/docs/auth/admin/create-custom-tokens, "third-party JWT") */
export const customTokenAudience =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'

/** Firebase's maximum. */
const customTokenLifetimeSeconds = 3600

const maxUidLength = 128

/** The user of a custom token, and the claims for this sign-in. */
export interface CustomSignIn {
  /** 1 to 128 characters. */
  readonly uid: string
  readonly claims: Claims
  /** To the millisecond; `undefined` if missing, as in test mode. */
  readonly issuedAt?: Date
}

/** Reserved claims of RFC 7519, OpenID Connect and Firebase; in the emulator's order, as an error names the first. */
const reserved = [
  'iss',
  'aud',
  'sub',
  'iat',
  'exp',
  'nbf',
  'jti',
  'nonce',
  'azp',
  'acr',
  'amr',
  'cnf',
  'auth_time',
  'firebase',
  'at_hash',
  'c_hash',
]

/** Firebase's limit for the claims of an account, which are sent with each request. */
const maxClaimsLength = 1_000

export type CustomTokens = ReturnType<typeof createCustomTokens>

/** Tokens with which an administrator signs a user in. */
export function createCustomTokens(keys: SigningKeys, projectId: string, now: () => Date) {
  // In Firebase, the e-mail address of the service account that signs the token.
  const issuer = `shop@${projectId}`
  return {
    /** Signs a token. @throws IdentityError as `toCustomSignIn` does. */
    async issue(signIn: { readonly uid: unknown; readonly claims?: unknown }): Promise<string> {
      const { uid, claims } = toCustomSignIn(signIn)
      const iat = now().getTime() / 1000 // With a fraction: it is compared with the end of the account's sessions.
      const exp = Math.floor(iat) + customTokenLifetimeSeconds
      const payload = { uid, iss: issuer, sub: issuer, aud: customTokenAudience, iat, exp }
      return keys.sign(Object.keys(claims).length === 0 ? payload : { ...payload, claims })
    },
    /**
     * @throws IdentityError `INVALID_CUSTOM_TOKEN` if it is forged, expired, made in the future or not a custom token,
     * `CREDENTIAL_MISMATCH` if it is of another project; as `toCustomSignIn` does.
     */
    async verify(token: string): Promise<CustomSignIn> {
      try {
        const payload = await keys.verify(token, { audience: customTokenAudience, requiredClaims: ['exp', 'iat'] })
        if (payload.iss !== issuer || payload.sub !== issuer) {
          throw new IdentityError('CREDENTIAL_MISMATCH', 'The custom token is of another project.')
        }
        const issuedAt = new Date(Math.round(Number(payload.iat) * 1000))
        // Ending an account's sessions refuses earlier tokens only: one from a clock that was ahead would stay valid.
        if (issuedAt > now()) throw new IdentityError('INVALID_CUSTOM_TOKEN', 'It was made in the future.')
        return { ...toCustomSignIn(payload), issuedAt }
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error
        throw new IdentityError('INVALID_CUSTOM_TOKEN', `${error.message}.`, { cause: error })
      }
    },
  }
}

/**
 * Parses the claims of a custom token.
 *
 * @throws IdentityError `MISSING_IDENTIFIER` without a `uid`; `INVALID_CUSTOM_TOKEN` if it is too long; as `toCustomClaims` does.
 */
export function toCustomSignIn({ uid, claims = {} }: Readonly<Record<string, unknown>>): CustomSignIn {
  if (typeof uid !== 'string' || uid === '') throw new IdentityError('MISSING_IDENTIFIER')
  if (uid.length > maxUidLength) throw new IdentityError('INVALID_CUSTOM_TOKEN', 'A uid has 128 characters at most.')
  return { uid, claims: toCustomClaims(claims) }
}

/**
 * Parses custom claims.
 *
 * @throws IdentityError `INVALID_CLAIMS`, `CLAIMS_TOO_LARGE`, `FORBIDDEN_CLAIM` with the claim's name.
 */
function toCustomClaims(value: unknown): Claims {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new IdentityError('INVALID_CLAIMS')
  if (JSON.stringify(value).length > maxClaimsLength) throw new IdentityError('CLAIMS_TOO_LARGE')
  const forbidden = reserved.find((name) => Object.hasOwn(value, name))
  if (forbidden !== undefined) throw new IdentityError('FORBIDDEN_CLAIM', forbidden)
  return value as Claims
}
