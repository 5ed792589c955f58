import type { Claims } from '../accounts/account.ts'
import { IdentityError } from '../errors.ts'

/** Reserved claims of RFC 7519, OpenID Connect and Firebase, in the emulator's order. */
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
const maxLength = 1_000

/**
 * Parses custom claims.
 *
 * @throws IdentityError `INVALID_CLAIMS`, `CLAIMS_TOO_LARGE`, `FORBIDDEN_CLAIM` with the claim's name.
 */
export function toCustomClaims(value: unknown): Claims {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new IdentityError('INVALID_CLAIMS')
  if (JSON.stringify(value).length > maxLength) throw new IdentityError('CLAIMS_TOO_LARGE')
  const forbidden = reserved.find((name) => Object.hasOwn(value, name))
  if (forbidden !== undefined) throw new IdentityError('FORBIDDEN_CLAIM', forbidden)
  return value as Claims
}
