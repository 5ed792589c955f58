import type { CodePurpose, CreatedCode } from '../action-codes/code-table.ts'
import type { Uses } from '../context.ts'
import { IdentityError } from '../errors.ts'
import type { Session } from '../tokens/sessions.ts'
import { type Account, emptyProfile, type Profile } from './account.ts'

export type AccountChangeContext = Uses<'accounts' | 'codes' | 'isProtected'>

/**
 * The fields that change with an account's address. The new address is not verified. The first verified address is kept
 * for 30 days, so that its owner can be notified and recover the account. An unverified address is not kept: anyone could have typed
 * it to recover the account later (`account-takeover.test.ts`).
 */
export function toNewAddress(account: Account, email: string): Partial<Profile> {
  if (email === account.email) return {}
  return { email, emailVerified: false, initialEmail: firstVerified(account) }
}

/** The fields that change when an account loses its address. The verified one will be notified of the next. */
export function toNoAddress(account: Account): Partial<Profile> {
  return { email: null, emailVerified: false, emailLinkSignIn: false, initialEmail: firstVerified(account) }
}

function firstVerified({ initialEmail, email, emailVerified }: Account): string | null {
  return initialEmail ?? (emailVerified ? email : null)
}

/**
 * Ends all sessions of an account, for a user who fears that a thief is signed in. The thief may have requested a link to
 * another address, which would give them the account without a session, so such links end as well, and so do providers
 * that the thief may have linked (`unlinkUnvouched`). Call it within `atomically`.
 *
 * @param session of the user; `undefined` for the administrator.
 * @throws IdentityError `USER_NOT_FOUND`.
 */
export function endSessionsOf(context: AccountChangeContext, uid: string, session?: VouchingSession): Account {
  unlinkUnvouched(context, uid, session)
  context.codes.removeOf(uid, ['VERIFY_AND_CHANGE_EMAIL'])
  return context.accounts.revokeTokens(uid)
}

/** How and when the user signed in who asks for a change. */
export type VouchingSession = Pick<Session, 'signInProvider' | 'signedInAt'>

/**
 * Removes the providers of a protected account that its user does not vouch for: all but the one that the user is signed in
 * with. Anyone who held her phone for a moment may have linked another one. Call it when sessions end and with a new password.
 */
export function unlinkUnvouched(
  { accounts, isProtected }: AccountChangeContext,
  uid: string,
  session?: VouchingSession,
) {
  if (isProtected(uid)) accounts.unlinkOthers(uid, session)
}

/** Codes that are sent to the account's present address, or to a requested new one. */
const codesOfPresentAddress: readonly CodePurpose[] = ['PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL', 'VERIFY_EMAIL']

/**
 * Passes an account to the owner of its address, who has proved the ownership or is named by the administrator. A stranger
 * may have created the account and be waiting for the owner. So the password, linked providers, sessions and outstanding
 * codes end, and the former address, the name and the picture are deleted. Call it within `atomically`, after using up the
 * code. Guarded by `account-takeover.test.ts`.
 *
 * The id, the custom claims with the grant id, and `disabled` stay.
 *
 * @param profile what the owner brings along.
 * @param endingCodes the purposes of the codes that end; all of them if left out.
 */
export function passToOwner(
  { accounts, codes }: AccountChangeContext,
  { uid, email, links, customClaims, grantId, disabled }: Account,
  profile: Partial<Profile>,
  endingCodes?: readonly CodePurpose[],
): Account {
  for (const { providerId } of links) accounts.unlink(uid, providerId)
  if (endingCodes === undefined) codes.removeAllOf({ uid, email })
  else codes.removeOf(uid, endingCodes)
  accounts.revokeTokens(uid)
  return accounts.update(uid, { ...emptyProfile, email, customClaims, grantId, disabled, ...profile })
}

/**
 * As `passToOwner`, to a user who has proved that the address is theirs. A protected account was passed to its owner before,
 * so the user who verifies another address may be a thief: the link to recover the first of the former addresses stays valid,
 * which a later one of the thief's cannot be.
 */
export function passToAddressOwner(
  context: AccountChangeContext,
  account: Account,
  profile: Partial<Profile>,
): Account {
  const { uid, initialEmail } = account
  if (initialEmail === null || !context.isProtected(uid)) return passToOwner(context, account, profile)
  context.codes.removeRecoveryExcept(uid, initialEmail)
  return passToOwner(context, account, { ...profile, initialEmail }, codesOfPresentAddress)
}

/**
 * As `passToOwner`, to a user who has used a link to recover a former address. For a protected account, an older link outranks
 * a later one, which may be a thief's: the thief may have confirmed the address that the account had when it was sent. So links
 * from before the used one stay valid, and the first former address remains known.
 */
export function passToFormerAddress(
  context: AccountChangeContext,
  account: Account,
  { email, createdAt }: CreatedCode,
): Account {
  const profile = { email, emailVerified: true }
  if (!context.isProtected(account.uid)) return passToOwner(context, account, profile)
  context.codes.removeRecoverySince(account.uid, createdAt)
  const initialEmail = email === account.initialEmail ? null : account.initialEmail
  return passToOwner(context, account, { ...profile, initialEmail }, codesOfPresentAddress)
}

/**
 * Sets the password of a user who has read an e-mail at the account's address. If the address was not verified before, the
 * account passes to them. Otherwise it is theirs already, and links to recover a former address stay valid.
 */
export function setPasswordByMail(context: AccountChangeContext, account: Account, passwordHash: string): Account {
  const proven = { passwordHash, emailVerified: true }
  if (!account.emailVerified) return passToAddressOwner(context, account, proven)
  const { accounts, codes } = context
  for (const { providerId } of account.links) accounts.unlink(account.uid, providerId)
  codes.removeOf(account.uid, ['PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL'])
  return accounts.update(account.uid, proven)
}

/**
 * Takes an address from an account that has not verified it, for a user who reads e-mail there and recovers another account:
 * a stranger may have signed up with it meanwhile. The stranger's account stays without it. A protected account keeps it.
 */
export function takeUnverifiedAddress({ accounts, codes, isProtected }: AccountChangeContext, email: string): void {
  const other = accounts.findByEmail(email)
  if (other === undefined || other.emailVerified || isProtected(other.uid)) return
  codes.removeAllOf(other)
  accounts.revokeTokens(other.uid)
  accounts.update(other.uid, toNoAddress(other))
}

/**
 * Call it before an existing account gets another password.
 *
 * @throws IdentityError `PASSWORD_TOO_WEAK` if the application does not allow the password for this account.
 */
export function requireAllowedPassword(
  { isPasswordAllowed }: Uses<'isPasswordAllowed'>,
  uid: string,
  password: string,
) {
  if (!isPasswordAllowed(uid, password))
    throw new IdentityError('PASSWORD_TOO_WEAK', 'This account needs a stronger one.')
}
