import type { Account, Profile } from '../accounts/account.ts'
import { toEmail } from '../accounts/email.ts'
import { toNewAddress } from '../accounts/new-address.ts'
import { tellOfChange } from '../action-codes/code-mail.ts'
import type { Client } from '../caller.ts'
import { getSignedIn, getStillSignedIn } from '../context.ts'
import type { Service, SignedIn } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { required } from '../request.ts'
import { signIn, signUpAs } from '../sign-in.ts'
import { requireRecentSignIn } from '../tokens/recent-sign-in.ts'

/** What somebody signs up with, as it came. */
export interface NewPasswordUser {
  readonly email?: string | null | undefined
  readonly password?: string | null | undefined
  readonly displayName?: string | null | undefined
}

/**
 * A new account that signs in with a password.
 *
 * @throws IdentityError `MISSING_EMAIL`, `MISSING_PASSWORD`, `INVALID_EMAIL`, `EMAIL_EXISTS`, and what `Passwords.hash`
 * throws.
 */
export async function signUpWithPassword(service: Service, user: NewPasswordUser, client: Client) {
  const { email, password } = readUser(user)
  requireFreeEmail(service, email)
  const passwordHash = await service.passwords.hash(password, client)
  const profile = { email, passwordHash, displayName: user.displayName || null }
  const signedUp = await signUpAs(service, { provider: 'password' }, service.accounts.draft(profile))
  service.audit('account-created', client, { uid: signedUp.account.uid, method: 'password' })
  return signedUp
}

/**
 * Gives an address and a password to the account of an ID token: an anonymous visitor keeps their account, and all that
 * they made with it.
 *
 * @throws IdentityError `PROVIDER_ALREADY_LINKED` when the account has a password, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, and
 * what `getSignedIn` and `signUpWithPassword` throw.
 */
export async function linkPassword(service: Service, idToken: string, user: NewPasswordUser, client: Client) {
  const { email, password } = readUser(user)
  const { account, token } = await getSignedIn(service, idToken)
  requireLinkable(service, { account, token }, email)
  const passwordHash = await service.passwords.hash(password, client)
  let before = account
  const linked = await signIn(service, { provider: 'password' }, () => {
    // Hashing took a while, in which the session may have ended.
    const signedIn = getStillSignedIn(service, token)
    requireLinkable(service, signedIn, email)
    before = signedIn.account
    const changes: Partial<Profile> = {
      ...toNewAddress(before, email),
      passwordHash,
      ...(user.displayName && { displayName: user.displayName }),
    }
    return service.accounts.update(before.uid, changes)
  })
  service.audit('provider-linked', client, { uid: before.uid, method: 'password' })
  await tellOfChange(service, before, linked.account, client)
  return linked
}

function readUser(user: NewPasswordUser): { email: string; password: string } {
  const email = required(user.email, 'MISSING_EMAIL')
  const password = required(user.password, 'MISSING_PASSWORD')
  return { email: toEmail(email), password }
}

function requireLinkable(service: Service, signedIn: SignedIn, email: string): void {
  if (signedIn.account.passwordHash !== null) throw new IdentityError('PROVIDER_ALREADY_LINKED')
  requireRecentSignIn(service, signedIn)
  requireFreeEmail(service, email, signedIn.account)
}

function requireFreeEmail(service: Service, email: string, except?: Account): void {
  const owner = service.accounts.findByEmail(email)
  if (owner !== undefined && owner.uid !== except?.uid) throw new IdentityError('EMAIL_EXISTS')
}
