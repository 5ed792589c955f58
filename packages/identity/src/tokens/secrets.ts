import { createHash, randomBytes, randomInt } from 'node:crypto'

const digitsOfTime = 9

/**
 * A time in milliseconds as 9 characters of `0-9a-z` that sort by time. Rows with such keys that are created together are
 * next to each other in the database, so that few pages are written. (decision 26)
 */
function toTimePrefix(at: Date): string {
  return at.getTime().toString(36).padStart(digitsOfTime, '0')
}

const uidCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const randomUidCharacters = 19

/**
 * Creates an account id: 28 characters of `A-Za-z0-9`, as in Firebase Authentication, with 113 random bits.
 *
 * @param at when the account is created; the id starts with it.
 */
export function newUid(at: Date): string {
  const random = Array.from({ length: randomUidCharacters }, () => uidCharacters[randomInt(uidCharacters.length)])
  return toTimePrefix(at) + random.join('')
}

/** The time of creation ({@link toTimePrefix}) and 256 random bits: 43 characters of base64url. */
export function newRefreshToken(at: Date): string {
  return toTimePrefix(at) + newSecret()
}

/** Whether a text has the format of a refresh token. Those of earlier versions have no time. */
export function isRefreshToken(value: string): boolean {
  return /^([\da-z]{9})?[\w-]{43}$/.test(value)
}

/**
 * The stored form of a refresh token: its time, and a hash of the whole token. A stolen copy of the database cannot be
 * used to sign in. Rows are found by this hash, so the lookup time reveals nothing about the token.
 */
export function hashRefreshToken(token: string): Buffer {
  const time = token.slice(0, -43)
  return Buffer.concat([Buffer.from(time), hashSecret(token)])
}

/** The id of a session in ID tokens: the hash, which cannot be used to sign in. */
export function toSessionId(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64url')
}

export function toSessionHash(sessionId: string): Buffer {
  return Buffer.from(sessionId, 'base64url')
}

/** A secret that is stored as {@link hashSecret}, or in memory only: 256 random bits, 43 characters of base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text has the format of such a secret. */
export function isSecret(value: string): boolean {
  return /^[\w-]{43}$/.test(value)
}

/** The stored form of a secret, such as the code of an action link. A fast hash is enough for 256 random bits. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
