import { SignJWT, errors, jwtVerify } from 'jose'

import type { Session } from './accounts.ts'
import { IdentityError } from './errors.ts'
import type { SigningKeys } from './signing-keys.ts'

/** How long an ID token is good for: an hour, as with Firebase Authentication. */
export const idTokenLifetimeSeconds = 3600

/** Signs ID tokens and reads them back. */
export interface IdTokens {
  /** A new token for a session. */
  issue(session: Session): Promise<string>
  /**
   * The uid that a token was given to.
   *
   * @throws IdentityError `INVALID_ID_TOKEN` for one that is forged, expired or of another project. Not
   * `TOKEN_EXPIRED`, which would end a session that the refresh token can still go on with.
   */
  verify(idToken: string): Promise<string>
}

/**
 * Tokens with the claims that Firebase Authentication gives them
 * (firebase.google.com/docs/auth/admin/verify-id-tokens, and the tokens of Google's own Auth emulator).
 */
export function createIdTokens(keys: SigningKeys, projectId: string, now: () => Date): IdTokens {
  const issuer = `https://securetoken.google.com/${projectId}`
  return {
    async issue({ uid, signedInAt }) {
      const { kid, privateKey } = await keys.current()
      const issuedAt = now()
      return new SignJWT({
        provider_id: 'anonymous',
        auth_time: Math.floor(signedInAt.getTime() / 1000),
        user_id: uid,
        firebase: { identities: {}, sign_in_provider: 'anonymous' },
      })
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(projectId)
        .setSubject(uid)
        .setIssuedAt(issuedAt)
        .setExpirationTime(new Date(issuedAt.getTime() + idTokenLifetimeSeconds * 1000))
        .sign(privateKey)
    },
    async verify(idToken) {
      const rules = { algorithms: ['RS256'], issuer, audience: projectId, requiredClaims: ['sub', 'exp'] }
      try {
        const { payload } = await jwtVerify<{ sub: string }>(idToken, keys.keySet, { ...rules, currentDate: now() })
        return payload.sub
      } catch (error) {
        if (error instanceof errors.JOSEError) throw new IdentityError('INVALID_ID_TOKEN', undefined, { cause: error })
        throw error
      }
    },
  }
}
