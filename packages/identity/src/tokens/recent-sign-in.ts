import { isAnonymous } from '../accounts/account.ts'
import { getSignedIn, type IdentityContext, type SignedIn } from '../context.ts'
import { IdentityError } from '../errors.ts'

/** As in Firebase: firebase.google.com/docs/auth/web/manage-users, "Re-authenticate a user". */
const recentMs = 5 * 60 * 1000

/**
 * Call it before a change that would let a thief keep an account: of the address, the password, the ways to sign in, and
 * before deleting the account. An hour-old token or an unattended phone is not enough. Anonymous users are exempt, because
 * they cannot sign in again. An account whose providers were removed is not anonymous.
 *
 * @throws IdentityError `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` if the sign-in was more than five minutes ago.
 */
export function requireRecentSignIn({ now }: IdentityContext, { account, token }: SignedIn): void {
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
export async function getRecentlySignedIn(context: IdentityContext, idToken: string): Promise<SignedIn> {
  const signedIn = await getSignedIn(context, idToken)
  requireRecentSignIn(context, signedIn)
  return signedIn
}
