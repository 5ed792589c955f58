import { z } from 'zod'

import type { Account } from '../accounts/account.ts'
import { IdentityError } from '../errors.ts'
import { parseUrl } from '../parse-url.ts'
import { optionalText, parseRequest, required } from '../request.ts'
import type { ProviderUser } from './provider-user.ts'
import type { ProviderCredential } from './providers.ts'

const flag = z.boolean().nullish()
const shape = z.object({
  requestUri: optionalText,
  postBody: optionalText,
  sessionId: optionalText,
  pendingToken: optionalText,
  idToken: optionalText,
  tenantId: optionalText,
  autoCreate: flag,
  returnIdpCredential: flag,
})

/** A parsed request of `signInWithIdp`. */
export type IdpRequest = ReturnType<typeof readIdpRequest>

/**
 * @throws IdentityError `INVALID_ARGUMENT`, `UNSUPPORTED_TENANT_OPERATION`, `MISSING_REQUEST_URI`,
 * `INVALID_REQUEST_URI`, `INVALID_CREDENTIAL_OR_PROVIDER_ID`.
 */
export function readIdpRequest(input: unknown) {
  const request = parseRequest(shape, input)
  const requestUri = parseUrl(required(request.requestUri, 'MISSING_REQUEST_URI'))
  if (requestUri === null) throw new IdentityError('INVALID_REQUEST_URI')
  const { pendingToken, sessionId } = request
  return {
    /** A pending token of ours, or the provider's tokens. */
    credential: pendingToken ? { pendingToken } : readCredential(requestUri, request.postBody ?? '', sessionId),
    /** Of the account to link to. */
    idToken: request.idToken || undefined,
    /** Whether to create a missing account. */
    mayCreate: request.autoCreate !== false,
    /** Whether a refusal returns a credential for another try: status 200 with `errorMessage`. */
    returnsCredential: request.returnIdpCredential === true,
  }
}

/**
 * A provider's answer is in the URL that it sent the browser to, in the query or the fragment, or in `postBody`, which is a
 * query as well. The last of the three wins, as in Google's Auth emulator (`getNormalizedUri`).
 */
function readCredential(requestUri: URL, postBody: string, sessionId: string | null | undefined): ProviderCredential {
  const sources = [
    requestUri.searchParams,
    new URLSearchParams(postBody),
    new URLSearchParams(requestUri.hash.slice(1)),
  ]
  const fields = new Map(sources.flatMap((source) => Array.from(source)))
  const providerId = fields.get('providerId')?.toLowerCase()
  if (!providerId) {
    const whole = new URL(requestUri)
    whole.search = new URLSearchParams([...fields]).toString()
    whole.hash = ''
    const words = `Invalid IdP response/credential: ${whole.href}`
    throw new IdentityError('INVALID_CREDENTIAL_OR_PROVIDER_ID', words)
  }
  return {
    providerId,
    idToken: fields.get('id_token') || undefined,
    accessToken: fields.get('access_token') || undefined,
    rawNonce: fields.get('nonce') || undefined,
    sessionId: sessionId || undefined,
  }
}

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
