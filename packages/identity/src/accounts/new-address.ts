import type { Account, Profile } from './account.ts'

/**
 * What changes with an account's address: nothing is known of who reads mail there. The first verified address is kept,
 * so that its owner can be told and take the account back. An address that nobody has confirmed is anybody's: whoever
 * typed it could take the account back from its owner (`account-takeover.test.ts`).
 */
export function toNewAddress(account: Account, email: string): Partial<Profile> {
  if (email === account.email) return {}
  return { email, emailVerified: false, initialEmail: firstVerified(account) }
}

/** What changes when an account no longer has an address; the owner of the first verified one is told of the next. */
export function toNoAddress(account: Account): Partial<Profile> {
  return { email: null, emailVerified: false, emailLinkSignIn: false, initialEmail: firstVerified(account) }
}

function firstVerified({ initialEmail, email, emailVerified }: Account): string | null {
  return initialEmail ?? (emailVerified ? email : null)
}
