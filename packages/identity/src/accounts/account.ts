import { domainToASCII, domainToUnicode } from 'node:url'

import { IdentityError } from '../errors.ts'

/** Claims that a project adds to ID tokens, at their top level: any JSON, by name. */
export type Claims = Readonly<Record<string, unknown>>

/** What can be changed about an account. `null` means missing. */
export interface Profile {
  /** As `toEmail` returns it; unique. */
  readonly email: string | null
  readonly emailVerified: boolean
  /** Whether the account may sign in through a link that is sent to its address. */
  readonly emailLinkSignIn: boolean
  /** The first verified address of the last 30 days that the account no longer has. An e-mail can undo the change. */
  readonly initialEmail: string | null
  readonly displayName: string | null
  readonly photoUrl: string | null
  /** Their login name at another provider. */
  readonly screenName: string | null
  /** The hash with its parameters and salt, as one text. */
  readonly passwordHash: string | null
  /** Cannot sign in, and its tokens are invalid. */
  readonly disabled: boolean
  /** Has signed in with a custom token. */
  readonly customAuth: boolean
  /** Added to each of the account's ID tokens. */
  readonly customClaims: Claims
  /**
   * Random; renewed with each grant of rights. The application keeps it with the rights: if the two differ, one of the two
   * files is from another time, and the account has no rights.
   */
  readonly grantId: string | null
}

/** An account at another provider that can sign in to this one. */
export interface ProviderLink {
  /** Such as `google.com` or `oidc.example`. */
  readonly providerId: string
  /** The provider's id of its user (`sub`); `rawId` and `federatedId` in the protocol. */
  readonly rawId: string
  readonly email: string | null
  readonly displayName: string | null
  readonly photoUrl: string | null
  readonly screenName: string | null
}

/** A user of the service. */
export interface Account extends Profile {
  /** 28 characters of `A-Za-z0-9`; up to 128 of any kind when a custom token chose it. */
  readonly uid: string
  readonly createdAt: Date
  readonly lastLoginAt: Date
  /** When a token was last issued to this account. */
  readonly lastRefreshAt: Date
  readonly passwordUpdatedAt: Date | null
  /** When the account lost its `initialEmail`. */
  readonly initialEmailAt: Date | null
  /** Earlier ID tokens are invalid. Compared in whole seconds, as in tokens. */
  readonly validSince: Date | null
  /** At most one for each provider, in the order of linking. */
  readonly links: readonly ProviderLink[]
}

export const emptyProfile: Profile = {
  email: null,
  emailVerified: false,
  emailLinkSignIn: false,
  initialEmail: null,
  displayName: null,
  photoUrl: null,
  screenName: null,
  passwordHash: null,
  disabled: false,
  customAuth: false,
  customClaims: {},
  grantId: null,
}

/** Whether the account cannot be signed in to again once its refresh token is lost. */
export function isAnonymous({ email, customAuth, links }: Account): boolean {
  return email === null && !customAuth && links.length === 0
}

/**
 * Whether a credential that was issued at a time ended with the account's sessions. Issuers give whole seconds, so one of
 * the same second counts as earlier.
 */
export function hasEndedSince(issuedAt: Date | undefined, { createdAt, validSince }: Account): boolean {
  if (issuedAt === undefined || validSince === null) return false
  // Until sessions end, a new account with a password has the time of its creation, which may be ahead.
  return validSince.getTime() !== createdAt.getTime() && issuedAt < validSince
}

/** Whether the account can sign in with its address: by password or by e-mail link. */
export function hasPasswordProvider({ email, passwordHash, emailLinkSignIn }: Profile): boolean {
  return email !== null && (passwordHash !== null || emailLinkSignIn)
}

/** RFC 5321, 4.5.3.1.3: a path of 256 characters, without its angle brackets. */
const maxLength = 254

/**
 * Normalizes an e-mail address: NFKC in lower case, and one spelling of its domain. Addresses are stored, looked up and written to in this form only, so
 * spellings that look different (full width, capitals, punycode) make no second account, and an e-mail goes to the address that was
 * looked up, not to the one that was typed.
 *
 * @throws IdentityError `INVALID_EMAIL`. One `@` with text on both sides is enough, without what mail programs leave out:
 * brackets, quotes and comments would make any number of addresses of one mailbox.
 */
export function toEmail(text: string): string {
  if (text.length > maxLength) throw new IdentityError('INVALID_EMAIL') // Normalizing 60,000 combining marks takes seconds.
  const email = withOneDomain(text.normalize('NFKC').toLowerCase().normalize('NFKC'))
  if (email.length > maxLength || !addressForm.test(email)) throw new IdentityError('INVALID_EMAIL')
  return email
}

const addressForm = /^[^@\s\p{C}"()<>\\]+@[^@\s\p{C}"()<>\\]+$/u

const domainCharacters = /^[\p{L}\p{M}\p{N}_.。-]+$/u

/**
 * Spells the domain as people read it: `bücher.example` for punycode, ideographic full stops and trailing dots. One that is
 * no host name, such as an address literal, stays as it is.
 */
function withOneDomain(email: string): string {
  const start = email.lastIndexOf('@') + 1
  const domain = email.slice(start)
  // Node reads a host as in a URL, and `domainToASCII` would drop a path.
  const ascii = domainCharacters.test(domain) ? withoutTrailingDots(domainToASCII(domain)) : ''
  return ascii === '' ? email : email.slice(0, start) + domainToUnicode(ascii)
}

function withoutTrailingDots(host: string): string {
  return host.endsWith('.') ? withoutTrailingDots(host.slice(0, -1)) : host
}
