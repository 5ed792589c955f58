import type { Account } from '../accounts/account.ts'
import type { IdpRequest } from './idp-request.ts'
import type { ProviderUser } from './provider-user.ts'

const googleScopes = 'openid https://www.googleapis.com/auth/userinfo.profile'

/**
 * The provider's user in every answer of `signInWithIdp`, as in Google's Auth emulator. Missing values are `undefined`, and
 * so not in the JSON.
 */
export function toIdpAnswer(user: ProviderUser, credential: IdpRequest['credential']) {
  const tokens = 'pendingToken' in credential ? undefined : credential
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    context: '',
    providerId: user.providerId,
    federatedId: isGoogle(user) ? `https://accounts.google.com/${user.rawId}` : user.rawId,
    displayName: user.displayName ?? undefined,
    fullName: user.displayName ?? undefined,
    screenName: user.screenName ?? undefined,
    ...(isGoogle(user) && { firstName: user.claims['given_name'], lastName: user.claims['family_name'] }),
    email: user.email ?? undefined,
    emailVerified: user.emailVerified,
    photoUrl: user.photoUrl ?? undefined,
    rawUserInfo: JSON.stringify(isGoogle(user) ? toGoogleProfile(user) : user.claims),
    oauthIdToken: tokens?.idToken,
    oauthAccessToken: tokens?.accessToken,
  }
}

/** The account has the address, but not from this provider: one of the account's own providers must confirm it. */
export function toConfirmation({ uid, links }: Account) {
  return { needConfirmation: true, localId: uid, verifiedProvider: links.map(({ providerId }) => providerId) }
}

function isGoogle({ providerId }: ProviderUser): boolean {
  return providerId === 'google.com'
}

/** The profile in the format of Google's user info endpoint, which clients read. */
function toGoogleProfile({ rawId, displayName, email, emailVerified, photoUrl, claims }: ProviderUser) {
  return {
    granted_scopes: email === null ? googleScopes : `${googleScopes} https://www.googleapis.com/auth/userinfo.email`,
    id: rawId,
    name: displayName ?? undefined,
    given_name: claims['given_name'],
    family_name: claims['family_name'],
    verified_email: emailVerified,
    locale: claims['locale'] ?? 'en',
    email: email ?? undefined,
    picture: photoUrl ?? undefined,
  }
}
