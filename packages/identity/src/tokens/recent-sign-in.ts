import { isAnonymous } from '../accounts/account.ts'
import { getSignedIn } from '../context.ts'
import type { IdentityContext, SignedIn } from '../context.ts'
import { IdentityError } from '../errors.ts'

/** Firebase's own: firebase.google.com/docs/auth/web/manage-users, "Re-authenticate a user". */
const recentMs = 5 * 60 * 1000

/**
 * For what would let a thief keep an account: another address, another password, another way to sign in, one fewer, its
 * end. A token that is an hour old, or the telephone on the table, is not enough for those. Who signed in anonymously
 * cannot do so again, and has nothing else; who took all other ways from an account is not that.
 *
 * @throws IdentityError `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` when the sign-in was more than five minutes ago.
 */
export function requireRecentSignIn({ now }: IdentityContext, { account, token }: SignedIn): void {
  if (isAnonymous(account) && token.signInProvider === 'anonymous') return
  if (now().getTime() - token.signedInAt.getTime() <= recentMs) return
  throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
}

/**
 * Whose an ID token is, when the account may be given another way to sign in. Ask `getStillSignedIn` again in the
 * transaction that does so.
 *
 * @throws IdentityError as `requireRecentSignIn` and `getSignedIn` do.
 */
export async function getRecentlySignedIn(context: IdentityContext, idToken: string): Promise<SignedIn> {
  const signedIn = await getSignedIn(context, idToken)
  requireRecentSignIn(context, signedIn)
  return signedIn
}
