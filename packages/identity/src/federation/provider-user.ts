import type { ProviderLink } from '../accounts/account.ts'
import { toEmail } from '../accounts/email.ts'
import { IdentityError } from '../errors.ts'

/** Claims of a provider's ID token, whoever vouches for them. */
export type ProviderClaims = Readonly<Record<string, unknown>>

/** Somebody as a provider knows them. */
export interface ProviderUser extends ProviderLink {
  /** Whether the provider says that the address is theirs. */
  readonly emailVerified: boolean
  readonly claims: ProviderClaims
  /** When the provider said so, in whole seconds; `undefined` where that is not known. */
  readonly issuedAt: Date | undefined
}

/** OpenID Connect Core, 2: a `sub` has 255 characters at most. */
const maxSubLength = 255
const maxTextLength = 2_048

/** @throws IdentityError `INVALID_IDP_RESPONSE` for claims that name nobody. */
export function toProviderUser(providerId: string, claims: ProviderClaims): ProviderUser {
  const rawId = readSub(claims['sub'])
  const email = readEmail(claims['email'])
  return {
    providerId,
    rawId,
    email,
    // Some providers write it as text; whatever else there may be counts as no.
    emailVerified: email !== null && (claims['email_verified'] === true || claims['email_verified'] === 'true'),
    displayName: readText(claims['name']),
    photoUrl: readPhotoUrl(claims['picture']),
    screenName: readText(claims['screen_name']),
    claims,
    issuedAt: typeof claims['iat'] === 'number' ? new Date(claims['iat'] * 1000) : undefined,
  }
}

/** Refuses in the words of Google's Auth emulator (`parseClaims`), which knows no limit. */
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

/** What is no address is passed over: the token is good for signing in without one. */
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
  return text !== null && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : null
}
