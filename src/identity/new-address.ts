import { isAnonymous } from './account.ts'
import type { Account, Profile } from './account.ts'

/**
 * What changes with an account's address: nothing is known of who reads mail there. The first address of all is kept, so
 * that its owner can be told, but for one that an anonymous account never had.
 */
export function toNewAddress(account: Account, email: string): Partial<Profile> {
  if (email === account.email) return {}
  const initialEmail = isAnonymous(account) ? null : (account.initialEmail ?? account.email)
  return { email, emailVerified: false, initialEmail }
}
