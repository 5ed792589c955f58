import type { IdentityContext } from '../context.ts'
import { otherCharacters } from '../passwords/policy.ts'

/**
 * `passwordPolicy`: what the client's `validatePassword` goes by. (identity-platform: REST, v2 PasswordPolicy)
 *
 * A requirement that is not made is left out: the client takes any that is there, even `false`, for one.
 */
export async function getPasswordPolicy({ settings: { passwordPolicy: policy } }: IdentityContext) {
  return {
    customStrengthOptions: {
      minPasswordLength: policy.minLength,
      maxPasswordLength: policy.maxLength,
      containsLowercaseCharacter: policy.needsLowercase || undefined,
      containsUppercaseCharacter: policy.needsUppercase || undefined,
      containsNumericCharacter: policy.needsDigit || undefined,
      containsNonAlphanumericCharacter: policy.needsOther || undefined,
    },
    allowedNonAlphanumericCharacters: otherCharacters,
    enforcementState: policy.isEnforced ? 'ENFORCE' : 'OFF',
    forceUpgradeOnSignin: false,
    schemaVersion: 1,
  }
}
