import { randomUUID } from 'node:crypto'

import { decodeJwt, decodeProtectedHeader, errors } from 'jose'

import type { Account, Claims } from '../accounts/account.ts'
import { IdentityError } from '../errors.ts'
import type { Session } from './sessions.ts'
import type { SigningKeys } from './signing-keys.ts'
import { idTokenLifetimeSeconds, issuerOf, readClaims, verifyIdToken, type VerifiedIdToken } from './verify-id-token.ts'

/** Signs and verifies ID tokens, with the claims of Firebase Authentication. */
export function createIdTokens(keys: SigningKeys, projectId: string, now: () => Date) {
  return {
    /**
     * Issues a token that differs from all others: a client ignores the refresh token that comes with an ID token which it
     * already has. (`_updateTokensIfNecessary` in firebase-js-sdk, packages/auth; guarded by the
     * test "keeps a session that signed in and changed it within one second".)
     *
     * @param readAt when the account was read: a later change may end the token.
     */
    async issue(account: Account, session: Session, readAt: Date): Promise<string> {
      const iat = Math.floor(readAt.getTime() / 1000)
      const claims = toClaims(account, session)
      return keys.sign({
        ...claims,
        // A sign-in while the clock was ahead. Verifiers refuse a time in the future, so its session would be useless
        // until then. (Guarded by the test "issue: a sign-in while the clock was ahead counts as just now".)
        auth_time: Math.min(Number(claims['auth_time']), iat),
        iss: issuerOf(projectId),
        aud: projectId,
        sub: account.uid,
        jti: randomUUID(),
        iat,
        exp: iat + idTokenLifetimeSeconds,
      })
    },
    /**
     * Verifies a token, but not whether its session and account still exist: `getSignedIn` does.
     *
     * @throws IdentityError `INVALID_ID_TOKEN` if it is forged, expired or of another project. Not
     * `TOKEN_EXPIRED`, which would end a session that the refresh token can still continue.
     */
    verify: (idToken: string): Promise<VerifiedIdToken> =>
      verifyIdToken(idToken, { keySet: keys.keySet, projectId, now: now() }),
    /**
     * The unverified claims of a token that names a replaced key: the key may have signed it, or anyone may have forged it.
     * `undefined` for any other token, and after its hour.
     */
    async readReplaced(idToken: string): Promise<VerifiedIdToken | undefined> {
      try {
        if (!(await keys.isReplaced(decodeProtectedHeader(idToken).kid))) return undefined
        const claims = readClaims(decodeJwt(idToken))
        return claims.expiresAt > now() ? claims : undefined
      } catch (error) {
        if (error instanceof TypeError || error instanceof errors.JOSEError || error instanceof IdentityError)
          return undefined
        throw error
      }
    },
  }
}

/**
 * The claims of an ID token about the account and its sign-in
 * (firebase.google.com/docs/auth/admin/verify-id-tokens, and the tokens of Google's Auth emulator).
 *
 * Custom claims can override the name and the picture, but nothing else: a claim that is `undefined` here is in no token. (Guarded by the test "custom claims cannot override the reserved ones".)
 */
export function toClaims(account: Account, session: Session): Claims {
  const { email } = account
  return {
    name: account.displayName ?? undefined,
    picture: account.photoUrl ?? undefined,
    ...account.customClaims,
    ...session.extraClaims,
    email: email ?? undefined,
    email_verified: email === null ? undefined : account.emailVerified,
    phone_number: undefined,
    provider_id: session.signInProvider === 'anonymous' ? 'anonymous' : undefined,
    auth_time: Math.floor(session.signedInAt.getTime() / 1000),
    user_id: account.uid,
    sid: session.id,
    firebase: { identities: toIdentities(account), sign_in_provider: session.signInProvider },
  }
}

/** The account's ids by provider. */
function toIdentities({ email, links }: Account): Record<string, string[]> {
  return {
    ...(email !== null && { email: [email] }),
    ...Object.fromEntries(links.map(({ providerId, rawId }) => [providerId, [rawId]])),
  }
}
