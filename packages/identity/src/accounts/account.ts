/** Claims that a project adds to ID tokens, at their top level: any JSON, by name. */
export type Claims = Readonly<Record<string, unknown>>

/** What can be changed about an account. `null` is what it does not have. */
export interface Profile {
  /** In the one form of `toEmail`; no two accounts have the same. */
  readonly email: string | null
  readonly emailVerified: boolean
  /** Whether the account may sign in through a link that is sent to its address. */
  readonly emailLinkSignIn: boolean
  /** The first address that was verified when it changed, for a mail that tells its owner and can undo the change. */
  readonly initialEmail: string | null
  readonly displayName: string | null
  /** E.164. */
  readonly phoneNumber: string | null
  readonly photoUrl: string | null
  /** Their login name at another provider. */
  readonly screenName: string | null
  /** The hash together with its parameters and salt, as one text. */
  readonly passwordHash: string | null
  /** May not sign in, nor use the tokens that it has. */
  readonly disabled: boolean
  /** Has signed in with a custom token. */
  readonly customAuth: boolean
  /** What the project says of the account in each of its ID tokens. */
  readonly customClaims: Claims
}

/** An account at another provider, through which its owner signs in to this one. */
export interface ProviderLink {
  /** Such as `google.com` or `oidc.example`. */
  readonly providerId: string
  /** What the provider calls its user (`sub`): on the wire `rawId` and `federatedId`. */
  readonly rawId: string
  readonly email: string | null
  readonly displayName: string | null
  readonly photoUrl: string | null
  readonly screenName: string | null
}

/** Somebody who can sign in. */
export interface Account extends Profile {
  /** 28 characters of `A-Za-z0-9`; up to 128 of any kind when a custom token chose it. */
  readonly uid: string
  readonly createdAt: Date
  readonly lastLoginAt: Date
  /** When a token was last given to this account: it was in use then. */
  readonly lastRefreshAt: Date
  readonly passwordUpdatedAt: Date | null
  /** ID tokens from before are worthless, compared in whole seconds as tokens have them. */
  readonly validSince: Date | null
  /** At most one of each provider, in the order in which they were linked. */
  readonly links: readonly ProviderLink[]
}

export const emptyProfile: Profile = {
  email: null,
  emailVerified: false,
  emailLinkSignIn: false,
  initialEmail: null,
  displayName: null,
  phoneNumber: null,
  photoUrl: null,
  screenName: null,
  passwordHash: null,
  disabled: false,
  customAuth: false,
  customClaims: {},
}

/** Whether nobody could sign in to the account again once its refresh token is lost. */
export function isAnonymous({ email, phoneNumber, customAuth, links }: Account): boolean {
  return email === null && phoneNumber === null && !customAuth && links.length === 0
}

/**
 * Whether a token that lets somebody in, and was issued then, ended with the account's sessions. Issuers tell whole
 * seconds: one of the very second counts as before.
 */
export function hasEndedSince(issuedAt: Date | undefined, { createdAt, validSince }: Account): boolean {
  if (issuedAt === undefined || validSince === null) return false
  return validSince > createdAt && issuedAt < validSince
}

/** Whether an address stands for one of the ways to sign in: by password or by a link that is sent to it. */
export function hasPasswordProvider({ email, passwordHash, emailLinkSignIn }: Profile): boolean {
  return email !== null && (passwordHash !== null || emailLinkSignIn)
}
