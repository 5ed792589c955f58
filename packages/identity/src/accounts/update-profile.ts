import { notifyOfEmailChange, type MailContext } from '../action-codes/code-mail.ts'
import type { Caller } from '../application.ts'
import { toNewAddress, toNoAddress, unlinkUnvouched, type VouchingSession } from './account-changes.ts'
import type { Account, Profile } from './account.ts'
import { toProviderUserInfo } from './user-info.ts'

/** Requested changes of an account. An empty text removes a field. */
export interface Changes {
  readonly displayName?: string | null | undefined
  readonly photoUrl?: string | null | undefined
  /** As `toEmail` returns it. */
  readonly email?: string | undefined
  readonly passwordHash?: string | undefined
  readonly deleteAttribute?: readonly string[] | null | undefined
  /** The ids of providers to unlink. */
  readonly deleteProvider?: readonly string[] | null | undefined
}

const noPassword: Partial<Profile> = { passwordHash: null }

/** The effect of deleting an attribute. (identity-platform: REST, UserAttributeName) */
const withoutAttribute: Readonly<Record<string, (account: Account) => Partial<Profile>>> = {
  EMAIL: toNoAddress,
  DISPLAY_NAME: () => ({ displayName: null }),
  PHOTO_URL: () => ({ photoUrl: null }),
  PASSWORD: () => noPassword,
}

/** Whether a way to sign in is removed. */
export function changesSignIn({ deleteAttribute, deleteProvider }: Changes): boolean {
  const isWayIn = (name: string) => name === 'EMAIL' || name === 'PASSWORD'
  return deleteAttribute?.some(isWayIn) === true || (deleteProvider?.length ?? 0) > 0
}

/** Whether the account's address is removed. */
export function removesAddress({ deleteAttribute, deleteProvider }: Changes): boolean {
  return deleteAttribute?.includes('EMAIL') === true || deleteProvider?.includes('password') === true
}

/** Whether the account gets another address or password. */
export function changesCredential(account: Account, wish: { email?: string | undefined; password?: unknown }): boolean {
  return Boolean(wish.password) || (wish.email !== undefined && wish.email !== account.email)
}

/**
 * Applies changes. Call it within a transaction: if it throws, some may have been applied.
 *
 * @param session of the user.
 * @returns the updated account.
 * @throws IdentityError `EMAIL_EXISTS`, `USER_NOT_FOUND`.
 */
export function makeChanges(
  context: MailContext,
  account: Account,
  changes: Changes,
  session: VouchingSession,
): Account {
  const { accounts, codes } = context
  const { uid } = account
  const unlinked = toProviderIds(account).filter((providerId) => changes.deleteProvider?.includes(providerId))
  if (changes.passwordHash !== undefined) unlinkUnvouched(context, uid, session)
  for (const providerId of unlinked) accounts.unlink(uid, providerId)
  // Anyone who knew the old password may have requested these.
  if (changes.passwordHash !== undefined) codes.removeOf(uid, ['PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL'])
  return accounts.update(uid, toProfile(account, changes, unlinked))
}

/** Writes changes to the audit log and notifies the owner. Call it once they are durable. */
export async function auditChanges(
  context: MailContext,
  before: Account,
  after: Account,
  changes: Changes,
  caller: Caller,
): Promise<void> {
  const { uid } = after
  if (changes.passwordHash !== undefined) context.audit('password-changed', caller, { uid })
  await notifyOfEmailChange(context, before, after, caller)
  auditUnlinked(context, before, after, caller)
}

/** Writes the providers that an account has lost to the audit log. Call it once that is durable. */
export function auditUnlinked({ audit }: MailContext, before: Account, after: Account, caller: Caller): void {
  const left = toProviderIds(after)
  const lost = toProviderIds(before).filter((method) => !left.includes(method))
  for (const method of lost) audit('provider-unlinked', caller, { uid: after.uid, method })
}

function toProviderIds(account: Account): string[] {
  return toProviderUserInfo(account).map(({ providerId }) => providerId)
}

function toProfile(account: Account, changes: Changes, unlinked: readonly string[]): Partial<Profile> {
  const { displayName, photoUrl, email, passwordHash, deleteAttribute } = changes
  return Object.assign(
    {},
    typeof displayName === 'string' && { displayName: displayName || null },
    typeof photoUrl === 'string' && { photoUrl: photoUrl || null },
    email !== undefined && toNewAddress(account, email),
    passwordHash !== undefined && { passwordHash },
    ...(deleteAttribute ?? []).map((name) => withoutAttribute[name]?.(account)),
    // All other providers are links.
    unlinked.includes('password') && { ...toNoAddress(account), ...noPassword },
  ) as Partial<Profile>
}
