import { emptyProfile } from './account.ts'
import type { Account, Profile } from './account.ts'
import type { Service } from './endpoint.ts'

/**
 * Gives an account to the owner of an address, who has shown that it is theirs or is named by the shop: whoever had the
 * account until then may be a stranger who waits for the owner to come. Every password, provider's account, session and
 * outstanding code ends, the former address is forgotten, and so are the name and the picture. To be called within
 * `atomically`, once the code in use is used up. Guarded by `account-takeover.test.ts`.
 *
 * What stays is the id, which items belong to, and what the shop itself has said of the account.
 *
 * @param profile what the owner brings along.
 */
export function passToOwner(
  { accounts, codes, throttle }: Service,
  { uid, email, links, customClaims, disabled }: Account,
  profile: Partial<Profile>,
): Account {
  for (const { providerId } of links) accounts.unlink(uid, providerId)
  codes.removeAllOf({ uid, email })
  accounts.revokeTokens(uid)
  if (email !== null) throttle.distrust(email)
  return accounts.update(uid, { ...emptyProfile, email, customClaims, disabled, ...profile })
}

/**
 * Sets the password of somebody who has read the mail at the account's address. Unless the address was verified before,
 * the account passes to them. If it was, it is theirs already, and their links back to a former address stay good.
 */
export function setPasswordByMail(service: Service, account: Account, passwordHash: string): Account {
  const proven = { passwordHash, emailVerified: true }
  if (!account.emailVerified) return passToOwner(service, account, proven)
  const { accounts, codes } = service
  for (const { providerId } of account.links) accounts.unlink(account.uid, providerId)
  codes.removeOf(account.uid, ['PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL'])
  return accounts.update(account.uid, proven)
}
