/** The requirements of passwords. (identity-platform: REST, PasswordPolicy) */
export interface PasswordPolicy {
  /** In UTF-16 code units, as the client counts. */
  readonly minLength: number
  readonly maxLength: number | undefined
  readonly needsLowercase: boolean
  readonly needsUppercase: boolean
  readonly needsDigit: boolean
  readonly needsOther: boolean
  /** If not, pages show the policy, but any password of six characters is accepted. */
  readonly isEnforced: boolean
}

/** An OpenID Connect provider. Its ID tokens are trusted, also about verified e-mail addresses. */
export interface ProviderSettings {
  /** `google.com`, or `oidc.` and a name. */
  readonly id: string
  readonly issuer: string
  /** The accepted audiences of its ID tokens. Sign-ins through this service use the first. */
  readonly clientIds: readonly string[]
  /** Authenticates this service to the provider. */
  readonly clientSecret?: string | undefined
}

/** Settings of the service. */
export interface IdentitySettings {
  readonly passwordPolicy: PasswordPolicy
  readonly providers: readonly ProviderSettings[]
  /** Test mode: unsigned tokens are accepted, and anyone may delete everything. */
  readonly isEmulator: boolean
  /** Whether rate limits are on; off for benchmarks and test suites. */
  readonly isRateLimited: boolean
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
  isRateLimited: true,
}
