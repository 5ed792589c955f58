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

/** What whoever runs the shop decides about identity. */
export interface IdentitySettings {
  readonly passwordPolicy: PasswordPolicy
  /** Whether guessing and flooding are slowed down; off for measuring alone. */
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
  isThrottled: true,
}
