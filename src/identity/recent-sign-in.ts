import { isAnonymous } from './account.ts'
import type { Service, SignedIn } from './endpoint.ts'
import { IdentityError } from './errors.ts'

/** Firebase's own: firebase.google.com/docs/auth/web/manage-users, "Re-authenticate a user". */
const recentMs = 5 * 60 * 1000

/**
 * For what would let a thief keep an account: another address, another password, its end. A token that is an hour old,
 * or the telephone on the table, is not enough for those. Who is anonymous cannot sign in again, and has nothing else.
 *
 * @throws IdentityError `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` when the sign-in was more than five minutes ago.
 */
export function requireRecentSignIn({ now }: Service, { account, token }: SignedIn): void {
  if (isAnonymous(account) || now().getTime() - token.signedInAt.getTime() <= recentMs) return
  throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
}
