import type { Uses } from '../context.ts'
import { otherCharacters } from '../passwords/policy.ts'

/**
 * `passwordPolicy`: the rules of the client's `validatePassword`. (identity-platform: REST, v2 PasswordPolicy)
 *
 * Missing requirements are left out: the client enforces any that is present, even `false`.
 */
export async function getPasswordPolicy({ settings: { passwordPolicy: policy } }: Uses<'settings'>) {
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
