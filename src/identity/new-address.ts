import type { Account, Profile } from './account.ts'

/**
 * What changes with an account's address: nothing is known of who reads mail there. The first address of all is kept, so
 * that its owner can be told.
 */
export function toNewAddress(account: Account, email: string): Partial<Profile> {
  if (email === account.email) return {}
  return { email, emailVerified: false, initialEmail: firstAddress(account) }
}

/** What changes when an account has an address no more; the owner of the first one is told of the next. */
export function toNoAddress(account: Account): Partial<Profile> {
  return { email: null, emailVerified: false, emailLinkSignIn: false, initialEmail: firstAddress(account) }
}

function firstAddress({ initialEmail, email }: Account): string | null {
  return initialEmail ?? email
}
