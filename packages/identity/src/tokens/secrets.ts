import { createHash, randomBytes, randomUUID } from 'node:crypto'

import { toTimePrefix } from './time-prefix.ts'

/** A UUID that makes a token unique; not a secret. */
export function newTokenId(): string {
  return randomUUID()
}

/** The time of creation ({@link toTimePrefix}) and 256 random bits: 43 characters of base64url. */
export function newRefreshToken(at: Date): string {
  return toTimePrefix(at) + randomBytes(32).toString('base64url')
}

/** Whether a text has the format of a refresh token. Those of earlier versions have no time. */
export function isRefreshToken(value: string): boolean {
  return /^([\da-z]{9})?[\w-]{43}$/.test(value)
}

/**
 * The stored form of a refresh token: its time, and a hash of the whole token. A stolen copy of the database cannot be
 * used to sign in. A fast hash is enough for 256 random bits. Rows are found by this hash, so the lookup time reveals
 * nothing about the token.
 */
export function hashRefreshToken(token: string): Buffer {
  const time = token.slice(0, -43)
  return Buffer.concat([Buffer.from(time), createHash('sha256').update(token).digest()])
}

/** The id of a session in ID tokens: the hash, which cannot be used to sign in. */
export function toSessionId(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64url')
}

export function toSessionHash(sessionId: string): Buffer {
  return Buffer.from(sessionId, 'base64url')
}

/** The code of an action link: 256 random bits, 43 characters of base64url. */
export function newOneTimeCode(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a code. */
export function hashOneTimeCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

/** A secret of a provider sign-in or of the browser in use: 256 random bits, 43 characters of base64url. */
export function newFlowSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text has the format of such a secret. */
export function isFlowSecret(value: string): boolean {
  return /^[\w-]{43}$/.test(value)
}
