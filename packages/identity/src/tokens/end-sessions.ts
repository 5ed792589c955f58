import type { Account } from '../accounts/account.ts'
import type { IdentityContext } from '../context.ts'

/**
 * Ends every session of an account, for whoever fears that somebody else is signed in to it. A link to another address,
 * which that one may have asked for, would give them the account without any session: it ends too. To be called within
 * `atomically`.
 *
 * @throws IdentityError `USER_NOT_FOUND`.
 */
export function endSessionsOf({ accounts, codes }: IdentityContext, uid: string): Account {
  codes.removeOf(uid, ['VERIFY_AND_CHANGE_EMAIL'])
  return accounts.revokeTokens(uid)
}
