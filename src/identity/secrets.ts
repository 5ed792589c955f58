import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'

const uidCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A new account's id, as Firebase Authentication makes them: 28 characters of `A-Za-z0-9`. */
export function newUid(): string {
  return Array.from({ length: 28 }, () => uidCharacters[randomInt(uidCharacters.length)]).join('')
}

/** A UUID: tells a token from every other one; no secret. */
export function newTokenId(): string {
  return randomUUID()
}

/** 256 random bits, 43 characters of base64url. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether this service could have given out the token at all. */
export function isRefreshToken(value: string): boolean {
  return /^[\w-]{43}$/.test(value)
}

/**
 * What is kept of a refresh token, so that a stolen copy of the database signs nobody in. A fast hash is enough: 256
 * random bits cannot be guessed. As rows are found by this hash, comparing takes no time that tells about the token.
 */
export function hashRefreshToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** What a link in a mail carries: 256 random bits, 43 characters of base64url. */
export function newOneTimeCode(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a code, as with a refresh token. */
export function hashOneTimeCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

/** What a sign-in at a provider is known by, and the browser that began it: 256 random bits, 43 characters of base64url. */
export function newFlowSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether this service could have made it at all. */
export function isFlowSecret(value: string): boolean {
  return /^[\w-]{43}$/.test(value)
}
