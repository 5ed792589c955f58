import { CompactSign, decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWK, type JWTPayload } from 'jose'
import { z } from 'zod'

import type { Account } from '../accounts/account.ts'
import { IdentityError } from '../errors.ts'
import { toClaims } from './claims.ts'
import { newTokenId } from './secrets.ts'
import type { Session } from './sessions.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The lifetime of an ID token: an hour, as in Firebase Authentication. */
export const idTokenLifetimeSeconds = 3600

/** The claims of a verified token. Times are whole seconds. */
export interface VerifiedIdToken {
  readonly uid: string
  /** The session with which it ends; `undefined` in tokens of earlier versions. */
  readonly sid: string | undefined
  /** How the user signed in: `anonymous`, `password`, `custom` or a provider's id. */
  readonly signInProvider: string
  readonly signedInAt: Date
  readonly issuedAt: Date
}

/** Signs and verifies ID tokens. */
export interface IdTokens {
  /**
   * Issues a token that differs from all others: a client ignores the refresh token that comes with an ID token which it
   * already has. (`_updateTokensIfNecessary` in firebase-js-sdk, packages/auth; guarded by the
   * test "keeps a session that signed in and changed it within one second".)
   *
   * @param readAt when the account was read: a later change may end the token.
   */
  issue(account: Account, session: Session, readAt: Date): Promise<string>
  /**
   * Verifies a token, but not whether its session and account still exist: `getSignedIn` does.
   *
   * @throws IdentityError `INVALID_ID_TOKEN` if it is forged, expired or of another project. Not
   * `TOKEN_EXPIRED`, which would end a session that the refresh token can still continue.
   */
  verify(idToken: string): Promise<VerifiedIdToken>
  /**
   * The unverified claims of a token that names a replaced key: the key may have signed it, or anyone may have forged it.
   * `undefined` for any other token, and after its hour.
   */
  readReplaced(idToken: string): Promise<VerifiedIdToken | undefined>
  /** The public keys of valid tokens. */
  publicKeys(): Promise<readonly JWK[]>
}

const claimsShape = z.object({
  sub: z.string().min(1),
  sid: z.string().optional(),
  iat: z.number(),
  auth_time: z.number(),
  firebase: z.object({ sign_in_provider: z.string() }),
})

const encoder = new TextEncoder()

/** Tokens with the claims of Firebase Authentication. */
export function createIdTokens(keys: SigningKeys, projectId: string, now: () => Date): IdTokens {
  const issuer = `https://securetoken.google.com/${projectId}`
  return {
    async issue(account, session, readAt) {
      const { kid, privateKey } = await keys.current()
      const issuedAt = Math.floor(readAt.getTime() / 1000)
      const claims: JWTPayload = {
        ...toClaims(account, session),
        iss: issuer,
        aud: projectId,
        sub: account.uid,
        jti: newTokenId(),
        iat: issuedAt,
        exp: issuedAt + idTokenLifetimeSeconds,
      }
      // `SignJWT` would clone the claims, which costs a twentieth of a sign-up.
      return new CompactSign(encoder.encode(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .sign(privateKey)
    },
    async verify(idToken) {
      const rules = { algorithms: ['RS256'], issuer, audience: projectId, requiredClaims: ['exp'] }
      try {
        const { payload } = await jwtVerify(idToken, keys.keySet, { ...rules, currentDate: now() })
        return toVerified(payload)
      } catch (error) {
        if (error instanceof errors.JOSEError) throw new IdentityError('INVALID_ID_TOKEN', undefined, { cause: error })
        throw error
      }
    },
    async readReplaced(idToken) {
      try {
        if (!(await keys.isReplaced(decodeProtectedHeader(idToken).kid))) return undefined
        const payload = decodeJwt(idToken)
        const isOver = typeof payload.exp !== 'number' || payload.exp * 1000 <= now().getTime()
        return isOver ? undefined : toVerified(payload)
      } catch (error) {
        if (error instanceof TypeError || error instanceof errors.JOSEError || error instanceof IdentityError)
          return undefined
        throw error
      }
    },
    publicKeys: () => keys.publicKeys(),
  }
}

function toVerified(payload: unknown): VerifiedIdToken {
  const claims = claimsShape.safeParse(payload)
  if (!claims.success) throw new IdentityError('INVALID_ID_TOKEN', undefined, { cause: claims.error })
  const { sub, sid, iat, auth_time: signedInAt, firebase } = claims.data
  return {
    uid: sub,
    sid,
    signInProvider: firebase.sign_in_provider,
    signedInAt: new Date(signedInAt * 1000),
    issuedAt: new Date(iat * 1000),
  }
}
