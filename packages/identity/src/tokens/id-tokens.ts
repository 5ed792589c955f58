import { CompactSign, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { JWK, JWTPayload } from 'jose'
import { z } from 'zod'

import type { Account } from '../accounts/account.ts'
import { IdentityError } from '../errors.ts'
import { toClaims } from './claims.ts'
import { newTokenId } from './secrets.ts'
import type { Session } from './sessions.ts'
import type { SigningKeys } from './signing-keys.ts'

/** How long an ID token is good for: an hour, as with Firebase Authentication. */
export const idTokenLifetimeSeconds = 3600

/** What a token of ours says of whom it was given to. Times are whole seconds. */
export interface VerifiedIdToken {
  readonly uid: string
  /** The session that it is good for as long as it goes on; `undefined` in a token from before they said it. */
  readonly sid: string | undefined
  /** How they signed in: `anonymous`, `password`, `custom` or a provider's id. */
  readonly signInProvider: string
  readonly signedInAt: Date
  readonly issuedAt: Date
}

/** Signs ID tokens and reads them back. */
export interface IdTokens {
  /**
   * A new token for a session of the account, unlike any before it: a client passes over the refresh token that comes
   * with an ID token which it has already. (`_updateTokensIfNecessary` in firebase-js-sdk, packages/auth; guarded by the
   * test "keeps who signed in and changed it within one second signed in".)
   *
   * @param readAt when the account was as it is given: tokens from before it changes are worthless.
   */
  issue(account: Account, session: Session, readAt: Date): Promise<string>
  /**
   * Tells what a token says, not what has become of its session and account since: that is for `getSignedIn`.
   *
   * @throws IdentityError `INVALID_ID_TOKEN` for one that is forged, expired or of another project. Not
   * `TOKEN_EXPIRED`, which would end a session that the refresh token can still go on with.
   */
  verify(idToken: string): Promise<VerifiedIdToken>
  /**
   * What a token says that a key has signed which was replaced, or anybody else in its name: nothing of it can be
   * verified. `undefined` for any other token, and when its hour is over.
   */
  readReplaced(idToken: string): Promise<VerifiedIdToken | undefined>
  /** What anyone can verify tokens with that are still good. */
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

/** Tokens with the claims that Firebase Authentication gives them. */
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
      // `SignJWT` would clone the claims, at the cost of a twentieth of a sign-up.
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
