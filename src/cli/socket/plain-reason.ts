/** The identity service's codes that a command can meet. `words` is what the service says after the code. */
const reasons: Readonly<Record<string, (words: string) => string>> = {
  CLAIMS_TOO_LARGE: () => '--claims is too large: please use 1,000 characters of JSON or fewer.',
  FORBIDDEN_CLAIM: (name) => `--claims must not contain "${name}": the shop sets it itself.`,
  INVALID_CLAIMS: () => '--claims must be a JSON object, such as {"maker":true}.',
  INVALID_EMAIL: () => 'This is not an e-mail address.',
  MISSING_IDENTIFIER: () => 'UID is empty. Name the account by its id.',
}

/** What the identity service's clients get: a code, and sometimes words after it. */
const coded = /^(?<code>[A-Z]+(?:_[A-Z]+)+)(?: : (?<words>[^]+))?$/

/** The message of an error for a person: without the codes that are for programs. */
export function toPlainReason(message: string): string {
  const { code = '', words = '' } = coded.exec(message)?.groups ?? {}
  return reasons[code]?.(words) ?? (words || message)
}
