import { IdentityError } from '../errors.ts'

/** RFC 5321, 4.5.3.1.3: a path of 256 characters, without its angle brackets. */
const maxLength = 254

/**
 * Normalizes an e-mail address: NFKC in lower case. Addresses are stored, looked up and written to in this form only, so
 * spellings that look different (full width, capitals) make no second account, and an e-mail goes to the address that was
 * looked up, not to the one that was typed.
 *
 * @throws IdentityError `INVALID_EMAIL`. One `@` with text on both sides is enough.
 */
export function toEmail(text: string): string {
  if (text.length > maxLength) throw new IdentityError('INVALID_EMAIL') // Normalizing 60,000 combining marks takes seconds.
  const email = text.normalize('NFKC').toLowerCase().normalize('NFKC')
  if (email.length > maxLength || !/^[^@\s\p{C}]+@[^@\s\p{C}]+$/u.test(email)) throw new IdentityError('INVALID_EMAIL')
  return email
}
