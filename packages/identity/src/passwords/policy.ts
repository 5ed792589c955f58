import type { PasswordPolicy } from '../application.ts'
import { IdentityError } from '../errors.ts'

/** The minimum length, independent of the policy. (firebase.google.com/docs/auth/web/password-auth) */
const leastLength = 6

/** Non-alphanumeric characters: all of printable ASCII, and the space. */
export const otherCharacters: readonly string[] = ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'.split('')

/** A policy's requirements, by Firebase's names. Letters are those of ASCII, as in the client's `validatePassword`. */
const requirements: readonly [words: (policy: PasswordPolicy) => string, isMet: Check][] = [
  [({ minLength }) => `Password must contain at least ${minLength} characters`, (it, to) => it.length >= to.minLength],
  [
    ({ maxLength }) => `Password may contain at most ${maxLength} characters`,
    (it, to) => to.maxLength === undefined || it.length <= to.maxLength,
  ],
  [() => 'Password must contain a lower case character', (it, to) => !to.needsLowercase || /[a-z]/.test(it)],
  [() => 'Password must contain an upper case character', (it, to) => !to.needsUppercase || /[A-Z]/.test(it)],
  [() => 'Password must contain a numeric character', (it, to) => !to.needsDigit || /[0-9]/.test(it)],
  [
    () => 'Password must contain a non-alphanumeric character',
    (it, to) => !to.needsOther || otherCharacters.some((character) => it.includes(character)),
  ],
]

type Check = (password: string, policy: PasswordPolicy) => boolean

/**
 * @throws IdentityError `PASSWORD_DOES_NOT_MEET_REQUIREMENTS` with all requirements, if the policy is enforced;
 * `WEAK_PASSWORD` for fewer than six characters, if it is not.
 */
export function requireValidPassword(policy: PasswordPolicy, password: string): void {
  if (!policy.isEnforced) {
    if (password.length >= leastLength) return
    throw new IdentityError('WEAK_PASSWORD', `Password should be at least ${leastLength} characters`)
  }
  const missing = requirements.filter(([, isMet]) => !isMet(password, policy)).map(([toWords]) => toWords(policy))
  if (missing.length === 0) return
  const words = `Missing password requirements: [${missing.join(', ')}]`
  throw new IdentityError('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', words)
}
