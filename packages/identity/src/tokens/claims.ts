import type { Account, Claims } from '../accounts/account.ts'
import type { Session } from './sessions.ts'

/**
 * The claims of an ID token about the account and its sign-in
 * (firebase.google.com/docs/auth/admin/verify-id-tokens, and the tokens of Google's Auth emulator).
 *
 * Custom claims can override the name and the picture, but nothing else: a claim that is `undefined` here is in no token. (Guarded by the test "custom claims cannot override the reserved ones".)
 */
export function toClaims(account: Account, session: Session): Claims {
  const { email, phoneNumber } = account
  return {
    name: account.displayName ?? undefined,
    picture: account.photoUrl ?? undefined,
    ...account.customClaims,
    ...session.extraClaims,
    email: email ?? undefined,
    email_verified: email === null ? undefined : account.emailVerified,
    phone_number: phoneNumber ?? undefined,
    provider_id: session.signInProvider === 'anonymous' ? 'anonymous' : undefined,
    auth_time: Math.floor(session.signedInAt.getTime() / 1000),
    user_id: account.uid,
    sid: session.id,
    firebase: { identities: toIdentities(account), sign_in_provider: session.signInProvider },
  }
}

/** The account's ids by provider. */
function toIdentities({ email, phoneNumber, links }: Account): Record<string, string[]> {
  return {
    ...(email !== null && { email: [email] }),
    ...Object.fromEntries(links.map(({ providerId, rawId }) => [providerId, [rawId]])),
    ...(phoneNumber !== null && { phone: [phoneNumber] }),
  }
}
