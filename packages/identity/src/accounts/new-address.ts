import type { Account, Profile } from './account.ts'

/**
 * The fields that change with an account's address. The new address is not verified. The first verified address is kept,
 * so that its owner can be notified and recover the account. An unverified address is not kept: anyone could have typed
 * it to recover the account later (`account-takeover.test.ts`).
 */
export function toNewAddress(account: Account, email: string): Partial<Profile> {
  if (email === account.email) return {}
  return { email, emailVerified: false, initialEmail: firstVerified(account) }
}

/** The fields that change when an account loses its address. The first verified one will be notified of the next. */
export function toNoAddress(account: Account): Partial<Profile> {
  return { email: null, emailVerified: false, emailLinkSignIn: false, initialEmail: firstVerified(account) }
}

function firstVerified({ initialEmail, email, emailVerified }: Account): string | null {
  return initialEmail ?? (emailVerified ? email : null)
}
