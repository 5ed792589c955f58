import type { Uses } from '../context.ts'
import { IdentityError } from '../errors.ts'

// The one place that decides what `IdentitySettings.signUp` closes.

type Context = Uses<'settings'>

/** Whether anyone may make an account with an address. */
export function isSignUpOpen({ settings }: Context): boolean {
  return settings.signUp === 'anyone'
}

/**
 * Call it before an account is made with an address, or gets its first one.
 *
 * @throws IdentityError `ADMIN_ONLY_OPERATION`.
 */
export function requireOpenSignUp(context: Context): void {
  if (isSignUpOpen(context)) return
  throw new IdentityError('ADMIN_ONLY_OPERATION', 'Accounts are made by the owners.')
}

/**
 * Call it before an account's address changes without a code that was sent to the new one. Firebase refuses it with the same
 * words while it protects against e-mail enumeration.
 *
 * @throws IdentityError `OPERATION_NOT_ALLOWED`.
 */
export function requireOpenAddressChange(context: Context): void {
  if (isSignUpOpen(context)) return
  throw new IdentityError('OPERATION_NOT_ALLOWED', 'Please verify the new email before changing email.')
}
