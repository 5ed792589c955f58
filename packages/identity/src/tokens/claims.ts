import type { Account, Claims } from '../accounts/account.ts'
import type { Session } from './sessions.ts'

/**
 * What an ID token says of an account and its sign-in, but for the claims that any token has
 * (firebase.google.com/docs/auth/admin/verify-id-tokens, and the tokens of Google's own Auth emulator).
 *
 * The project's own claims may say another name and picture, and nothing else that stands here: what is `undefined`
 * here is in no token, whatever they say. (Guarded by the test "cannot say who somebody is".)
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

/** By provider, each id that the account has there. */
function toIdentities({ email, phoneNumber, links }: Account): Record<string, string[]> {
  return {
    ...(email !== null && { email: [email] }),
    ...Object.fromEntries(links.map(({ providerId, rawId }) => [providerId, [rawId]])),
    ...(phoneNumber !== null && { phone: [phoneNumber] }),
  }
}
