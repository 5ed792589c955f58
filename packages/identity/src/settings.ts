/** What a password must be like. (identity-platform: REST, PasswordPolicy) */
export interface PasswordPolicy {
  /** In characters, as the client counts them: UTF-16 code units. */
  readonly minLength: number
  readonly maxLength: number | undefined
  readonly needsLowercase: boolean
  readonly needsUppercase: boolean
  readonly needsDigit: boolean
  readonly needsOther: boolean
  /** If not, the policy is what pages tell, and a password of six characters is good all the same. */
  readonly isEnforced: boolean
}

/** An OpenID Connect provider whose ID tokens are believed, what they say of e-mail addresses included. */
export interface ProviderSettings {
  /** `google.com`, or `oidc.` and a name. */
  readonly id: string
  readonly issuer: string
  /** Whom its ID tokens may be for; the shop's own pages ask as the first. */
  readonly clientIds: readonly string[]
  /** What shows the provider that it is the shop that asks. */
  readonly clientSecret?: string | undefined
}

/** What whoever runs the shop decides about identity. */
export interface IdentitySettings {
  readonly passwordPolicy: PasswordPolicy
  readonly providers: readonly ProviderSettings[]
  /** Test mode: unsigned tokens are believed, and anybody may remove everything. */
  readonly isEmulator: boolean
  /** Whether guessing and flooding are slowed down; off for measuring and for test suites. */
  readonly isThrottled: boolean
}

export const defaultSettings: IdentitySettings = {
  passwordPolicy: {
    minLength: 6,
    maxLength: undefined,
    needsLowercase: false,
    needsUppercase: false,
    needsDigit: false,
    needsOther: false,
    isEnforced: false,
  },
  providers: [],
  isEmulator: false,
  isThrottled: true,
}
