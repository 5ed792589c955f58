import { hasPasswordProvider, type Account } from './account.ts'

/** Firebase's answer instead of a hash ("REDACTED" in base64). The client only checks whether there is one. */
const redactedHash = 'UkVEQUNURUQ='

/**
 * An account in the answer of `lookup`. Missing values are `undefined`, and so not in the JSON.
 *
 * Times are milliseconds as text, except that `validSince` is in seconds, the last refresh is an ISO 8601 timestamp and
 * `passwordUpdatedAt` is a number. (identity-platform: REST, UserInfo)
 */
export function toUserInfo(account: Account) {
  const { email, validSince, customClaims } = account
  const providerUserInfo = toProviderUserInfo(account)
  return {
    localId: account.uid,
    email: email ?? undefined,
    emailVerified: email === null ? undefined : account.emailVerified,
    initialEmail: account.initialEmail ?? undefined,
    displayName: account.displayName ?? undefined,
    photoUrl: account.photoUrl ?? undefined,
    screenName: account.screenName ?? undefined,
    providerUserInfo: providerUserInfo.length > 0 ? providerUserInfo : undefined,
    // Never the hash itself.
    passwordHash: account.passwordHash === null ? undefined : redactedHash,
    passwordUpdatedAt: account.passwordUpdatedAt?.getTime(),
    emailLinkSignin: account.emailLinkSignIn || undefined,
    disabled: account.disabled || undefined,
    customAuth: account.customAuth || undefined,
    customAttributes: Object.keys(customClaims).length > 0 ? JSON.stringify(customClaims) : undefined,
    validSince: validSince === null ? undefined : String(Math.floor(validSince.getTime() / 1000)),
    createdAt: String(account.createdAt.getTime()),
    lastLoginAt: String(account.lastLoginAt.getTime()),
    lastRefreshAt: account.lastRefreshAt.toISOString(),
  }
}

/** All ways to sign in to the account: password or e-mail link, then other providers. */
export function toProviderUserInfo(account: Account) {
  const { email } = account
  const profile = { displayName: account.displayName ?? undefined, photoUrl: account.photoUrl ?? undefined }
  const ofAddress = { providerId: 'password', email, federatedId: email, rawId: email, ...profile }
  const ofLinks = account.links.map((link) => ({
    providerId: link.providerId,
    rawId: link.rawId,
    federatedId: link.rawId,
    displayName: link.displayName ?? undefined,
    photoUrl: link.photoUrl ?? undefined,
    email: link.email ?? undefined,
    screenName: link.screenName ?? undefined,
  }))
  return [...(hasPasswordProvider(account) ? [ofAddress] : []), ...ofLinks]
}

/** The answer of `accounts:update`. */
export function toSetAccountInfo(account: Account) {
  const { localId, email, emailVerified, displayName, photoUrl, passwordHash } = toUserInfo(account)
  const profile = { localId, email, emailVerified, displayName, photoUrl }
  const providerUserInfo = toProviderUserInfo(account)
  return { kind: 'identitytoolkit#SetAccountInfoResponse', ...profile, providerUserInfo, passwordHash }
}
