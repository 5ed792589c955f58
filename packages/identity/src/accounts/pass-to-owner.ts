import type { CodePurpose } from '../action-codes/action-modes.ts'
import type { IdentityContext } from '../context.ts'
import { emptyProfile } from './account.ts'
import type { Account, Profile } from './account.ts'

/** All that are mailed to the account's present address, or to another one that it asked for. */
const codesOfPresentAddress: readonly CodePurpose[] = ['PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL', 'VERIFY_EMAIL']

/**
 * Gives an account to the owner of an address, who has shown that it is theirs or is named by the shop: whoever had the
 * account until then may be a stranger who waits for the owner to come. Every password, provider's account, session and
 * outstanding code ends, the former address is forgotten, and so are the name and the picture. To be called within
 * `atomically`, once the code in use is used up. Guarded by `account-takeover.test.ts`.
 *
 * What stays is the id, which items belong to, and what the shop itself has said of the account.
 *
 * @param profile what the owner brings along.
 * @param endingCodes which codes end, if not all.
 */
export function passToOwner(
  { accounts, codes, throttle }: IdentityContext,
  { uid, email, links, customClaims, disabled }: Account,
  profile: Partial<Profile>,
  endingCodes?: readonly CodePurpose[],
): Account {
  for (const { providerId } of links) accounts.unlink(uid, providerId)
  if (endingCodes === undefined) codes.removeAllOf({ uid, email })
  else codes.removeOf(uid, endingCodes)
  accounts.revokeTokens(uid)
  if (email !== null) throttle.forgetKnownNetworks(email)
  return accounts.update(uid, { ...emptyProfile, email, customClaims, disabled, ...profile })
}

/**
 * As `passToOwner`, to somebody who has shown that the address is theirs. A protected account was passed to its owner
 * before, so no stranger has a way in: somebody who confirms another address may be a thief, and the link back stays good.
 */
export function passToAddressOwner(context: IdentityContext, account: Account, profile: Partial<Profile>): Account {
  const { uid, initialEmail } = account
  if (initialEmail === null || !context.isProtected(uid)) return passToOwner(context, account, profile)
  return passToOwner(context, account, { ...profile, initialEmail }, codesOfPresentAddress)
}

/**
 * Sets the password of somebody who has read the mail at the account's address. Unless the address was verified before,
 * the account passes to them. If it was, it is theirs already, and their links back to a former address stay good.
 */
export function setPasswordByMail(context: IdentityContext, account: Account, passwordHash: string): Account {
  const proven = { passwordHash, emailVerified: true }
  if (!account.emailVerified) return passToAddressOwner(context, account, proven)
  const { accounts, codes } = context
  for (const { providerId } of account.links) accounts.unlink(account.uid, providerId)
  codes.removeOf(account.uid, ['PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL'])
  return accounts.update(account.uid, proven)
}
