import { IdentityError } from '../errors.ts'

/** RFC 5321, 4.5.3.1.3: a path of 256 characters, less its angle brackets. */
const maxLength = 254

/**
 * The one form in which an e-mail address is kept, looked up and written to: NFKC in lower case, so that letters that
 * only look different (full width, capitals) name no second account, and a mail goes to the address that was looked up,
 * never to one that was merely typed.
 *
 * @throws IdentityError `INVALID_EMAIL` for what is no address; one `@` with something on both sides is enough of one.
 */
export function toEmail(text: string): string {
  if (text.length > maxLength) throw new IdentityError('INVALID_EMAIL') // To normalize 60,000 combining marks takes seconds.
  const email = text.normalize('NFKC').toLowerCase().normalize('NFKC')
  if (email.length > maxLength || !/^[^@\s\p{C}]+@[^@\s\p{C}]+$/u.test(email)) throw new IdentityError('INVALID_EMAIL')
  return email
}
