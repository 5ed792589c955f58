import { type ProviderLink, toEmail } from '../accounts/account.ts'
import { IdentityError } from '../errors.ts'
import { parseUrl } from '../parse-url.ts'

/** Claims of a provider's ID token, verified or not. */
export type ProviderClaims = Readonly<Record<string, unknown>>

/** A user of a provider. */
export interface ProviderUser extends ProviderLink {
  /** Whether the provider has verified the address. */
  readonly emailVerified: boolean
  readonly claims: ProviderClaims
  /** When the token was issued, in whole seconds; `undefined` if unknown. */
  readonly issuedAt: Date | undefined
}

/** OpenID Connect Core, 2: a `sub` has at most 255 characters. */
const maxSubLength = 255
const maxTextLength = 2_048

/** @throws IdentityError `INVALID_IDP_RESPONSE` for claims without a user. */
export function toProviderUser(providerId: string, claims: ProviderClaims): ProviderUser {
  const rawId = readSub(claims['sub'])
  const email = readEmail(claims['email'])
  return {
    providerId,
    rawId,
    email,
    // Some providers write it as text; any other value counts as no.
    emailVerified: email !== null && (claims['email_verified'] === true || claims['email_verified'] === 'true'),
    displayName: readText(claims['name']),
    photoUrl: readPhotoUrl(claims['picture']),
    screenName: readText(claims['screen_name']),
    claims,
    issuedAt: typeof claims['iat'] === 'number' ? new Date(claims['iat'] * 1000) : undefined,
  }
}

/** Refuses with the message of Google's Auth emulator (`parseClaims`), which has no limit. */
function readSub(claim: unknown): string {
  const missing = 'Missing "sub" field. This field is required and must be a unique identifier.'
  if (!claim) throw refusal(`Invalid Idp Response: id_token missing required fields. ((${missing}))`)
  if (typeof claim !== 'string') throw refusal('((The "sub" field must be a string.))')
  if (claim.length > maxSubLength) throw refusal(`((The "sub" field has more than ${maxSubLength} characters.))`)
  return claim
}

function refusal(words: string): IdentityError {
  return new IdentityError('INVALID_IDP_RESPONSE', words)
}

/** Ignores an invalid address: the token still signs in without one. */
function readEmail(claim: unknown): string | null {
  try {
    return typeof claim === 'string' ? toEmail(claim) : null
  } catch {
    return null
  }
}

function readText(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' && claim.length <= maxTextLength ? claim : null
}

function readPhotoUrl(claim: unknown): string | null {
  const text = readText(claim)
  return text !== null && /^https?:$/.test(parseUrl(text)?.protocol ?? '') ? text : null
}
