import { createHash, randomBytes, randomUUID } from 'node:crypto'

import { toTimePrefix } from './time-prefix.ts'

/** A UUID: tells a token from every other one; no secret. */
export function newTokenId(): string {
  return randomUUID()
}

/** When it was made, by {@link toTimePrefix}, and 256 random bits, 43 characters of base64url. */
export function newRefreshToken(at: Date): string {
  return toTimePrefix(at) + randomBytes(32).toString('base64url')
}

/** Whether this service could have given out the token at all; those from before they began with a time are good. */
export function isRefreshToken(value: string): boolean {
  return /^([\da-z]{9})?[\w-]{43}$/.test(value)
}

/**
 * What is kept of a refresh token, so that a stolen copy of the database signs nobody in: the time that it begins with,
 * and a hash of it all. A fast one is enough: 256 random bits cannot be guessed. As rows are found by this hash,
 * comparing takes no time that tells about the token.
 */
export function hashRefreshToken(token: string): Buffer {
  const time = token.slice(0, -43)
  return Buffer.concat([Buffer.from(time), createHash('sha256').update(token).digest()])
}

/** What ID tokens name a session by: its hash, which opens nothing. */
export function toSessionId(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64url')
}

export function toSessionHash(sessionId: string): Buffer {
  return Buffer.from(sessionId, 'base64url')
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
