import { readFileSync } from 'node:fs'

/** OWASP ASVS 5.0, 6.2.1 and 6.2.4: a minimum length, and a list of common passwords of that length. */
const leastLength = 10

/**
 * Those of at least ten characters, in lower case: from `passwords.json` of `@zxcvbn-ts/language-common` 4.1.3 (MIT,
 * github.com/zxcvbn-ts/zxcvbn), which is made of leaked passwords. The package itself would be ten times as large.
 */
const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
)

/** Whether an owner may have a password: at least ten characters, and not a common one. Others follow the policy alone. */
export function isOwnerPassword(password: string): boolean {
  return Array.from(password).length >= leastLength && !commonPasswords.has(password.toLowerCase())
}
