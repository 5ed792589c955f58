import { errors } from 'jose'

import { isAnonymous, type Account } from '../accounts/account.ts'
import type { Uses } from '../context.ts'
import { IdentityError, ServiceError } from '../errors.ts'
import { readClaims, type VerifiedIdToken } from './verify-id-token.ts'

export type SignedInContext = Uses<'accounts' | 'idTokens' | 'now' | 'openSessions'>

/** As in Firebase: firebase.google.com/docs/auth/web/manage-users, "Re-authenticate a user". */
const recentMs = 5 * 60 * 1000

/** A verified ID token with its current account. */
export interface SignedIn {
  readonly account: Account
  readonly token: VerifiedIdToken
}

/**
 * Verifies an ID token and its session: a token from just before an account passed to another user must not take it
 * back. (Guarded by `pass-to-owner.test.ts`.)
 *
 * @throws ServiceError `busy` if the token has expired or the signing keys were replaced, and the client must refresh its token;
 * IdentityError `INVALID_ID_TOKEN`; `USER_NOT_FOUND` if the account was deleted, `USER_DISABLED`, `TOKEN_EXPIRED` if its
 * session has ended, for example by a new password.
 */
export async function getSignedIn(context: SignedInContext, idToken: string): Promise<SignedIn> {
  try {
    return getStillSignedIn(context, await context.idTokens.verify(idToken))
  } catch (error) {
    throw (await isOutdated(context, error, idToken))
      ? new ServiceError('busy', 'The service is busy. Please try again in a moment.', { cause: error })
      : error
  }
}

/**
 * Whether a token is invalid only because it has expired or its key was replaced (`keys rotate`), while its session is open.
 * Its claims grant nothing. But the client drops its user when the token is refused, and keeps it when the service is busy;
 * it then gets a new token with the refresh token. It sends an expired one if the clock of either was wrong when the token
 * was issued. (Guarded by the tests "new signing keys: the user stays signed in and gets a new ID token" and "a clock that
 * was five hours behind: the user stays signed in and gets a new ID token".)
 */
async function isOutdated(
  { idTokens, openSessions }: SignedInContext,
  error: unknown,
  idToken: string,
): Promise<boolean> {
  if (!(error instanceof IdentityError) || error.code !== 'INVALID_ID_TOKEN') return false
  // jose checks the expiry last: only the time is wrong.
  if (error.cause instanceof errors.JWTExpired) return openSessions.find(readClaims(error.cause.payload)) !== undefined
  const token = await idTokens.readReplaced(idToken)
  if (token === undefined) return false
  // A token that names no session is from before its key was replaced by an upgrade.
  return token.sid === undefined || openSessions.find(token) !== undefined
}

/**
 * As `getSignedIn`, but synchronous. Call it within the transaction that changes the account, if anything was awaited since
 * the token was verified: the account may have passed to another user.
 * (Guarded by `pass-to-owner.test.ts`.)
 */
export function getStillSignedIn(context: SignedInContext, token: VerifiedIdToken): SignedIn {
  const account = context.accounts.get(token.uid)
  if (account.disabled) throw new IdentityError('USER_DISABLED')
  if (context.openSessions.find(token) === undefined) throw new IdentityError('TOKEN_EXPIRED')
  return { account, token }
}

/**
 * Call it before a change that would let a thief keep an account: of the address, the password, the ways to sign in, and
 * before deleting the account. An hour-old token or an unattended phone is not enough. Anonymous users are exempt, because
 * they cannot sign in again. An account whose providers were removed is not anonymous.
 *
 * @throws IdentityError `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` if the sign-in was more than five minutes ago.
 */
export function requireRecentSignIn({ now }: SignedInContext, { account, token }: SignedIn): void {
  if (isAnonymous(account) && token.signInProvider === 'anonymous') return
  if (now().getTime() - token.signedInAt.getTime() <= recentMs) return
  throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
}

/**
 * The user of an ID token, before adding another way to sign in. Call `getStillSignedIn` again in the transaction that adds
 * it.
 *
 * @throws IdentityError as `requireRecentSignIn` and `getSignedIn`.
 */
export async function getRecentlySignedIn(context: SignedInContext, idToken: string): Promise<SignedIn> {
  const signedIn = await getSignedIn(context, idToken)
  requireRecentSignIn(context, signedIn)
  return signedIn
}
