import { SignJWT, errors, jwtVerify, type JWTPayload } from 'jose'

import type { Claims } from '../accounts/account.ts'
import { IdentityError } from '../errors.ts'
import { toCustomClaims } from './custom-claims.ts'
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

/** Tokens with which an administrator signs a user in. */
export interface CustomTokens {
  /** @throws IdentityError as `toCustomSignIn`. */
  issue(signIn: { readonly uid: unknown; readonly claims?: unknown }): Promise<string>
  /**
   * @throws IdentityError `INVALID_CUSTOM_TOKEN` if it is forged, expired or not a custom token,
   * `CREDENTIAL_MISMATCH` if it is of another project, and as `toCustomSignIn`.
   */
  verify(token: string): Promise<CustomSignIn>
}

export function createCustomTokens(keys: SigningKeys, projectId: string, now: () => Date): CustomTokens {
  // Stands in for Firebase's service account.
  const issuer = `shop@${projectId}`
  return {
    async issue(signIn) {
      const { uid, claims } = toCustomSignIn(signIn)
      const { kid, privateKey } = await keys.current()
      const issuedAt = now()
      const iat = issuedAt.getTime() / 1000
      return new SignJWT({ uid, iat, ...(Object.keys(claims).length > 0 && { claims }) })
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(issuer)
        .setAudience(customTokenAudience)
        .setExpirationTime(new Date(issuedAt.getTime() + customTokenLifetimeSeconds * 1000))
        .sign(privateKey)
    },
    async verify(token) {
      const rules = { algorithms: ['RS256'], audience: customTokenAudience, requiredClaims: ['exp', 'iat'] }
      try {
        const { payload } = await jwtVerify(token, keys.keySet, { ...rules, currentDate: now() })
        requireIssuer(payload, issuer)
        return { ...toCustomSignIn(payload), issuedAt: new Date(Math.round(Number(payload.iat) * 1000)) }
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error
        throw new IdentityError('INVALID_CUSTOM_TOKEN', `${error.message}.`, { cause: error })
      }
    },
  }
}

function requireIssuer({ iss, sub }: JWTPayload, issuer: string): void {
  if (iss === issuer && sub === issuer) return
  throw new IdentityError('CREDENTIAL_MISMATCH', 'The custom token is of another project.')
}

/** @throws IdentityError `MISSING_IDENTIFIER` without a valid `uid`, and as `toCustomClaims`. */
export function toCustomSignIn({ uid, claims = {} }: Readonly<Record<string, unknown>>): CustomSignIn {
  if (typeof uid !== 'string' || uid === '') throw new IdentityError('MISSING_IDENTIFIER')
  if (uid.length > maxUidLength) throw new IdentityError('INVALID_CUSTOM_TOKEN', 'A uid has 128 characters at most.')
  return { uid, claims: toCustomClaims(claims) }
}
