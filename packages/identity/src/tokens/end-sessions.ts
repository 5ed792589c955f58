import type { Account } from '../accounts/account.ts'
import type { IdentityContext } from '../context.ts'

/**
 * Ends all sessions of an account, for a user who fears that a thief is signed in. The thief may have requested a link to
 * another address, which would give them the account without a session, so such links end as well. Call it within
 * `atomically`.
 *
 * @throws IdentityError `USER_NOT_FOUND`.
 */
export function endSessionsOf({ accounts, codes }: IdentityContext, uid: string): Account {
  codes.removeOf(uid, ['VERIFY_AND_CHANGE_EMAIL'])
  return accounts.revokeTokens(uid)
}
