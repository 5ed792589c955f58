import { ShopError } from '../domain/errors.ts'
import { fill } from '../domain/template.ts'
import { problems } from '../messages/messages.ts'

const maxLength = 255

/** With every character escaped, and the quotes. */
const maxHeaderLength = 2 * maxLength + 2

/** A String of Structured Fields (RFC 9651, 3.3.3). */
const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/

/** Unquoted, as many clients send it (a bare UUID, say). */
const bare = /^[\w.:~+/=-]+$/

/**
 * Parses `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07), which identifies a repeated request: 1 to
 * 255 ASCII characters in quotes, which simple keys may omit. `undefined` without a header.
 *
 * @throws ShopError `invalid-request`
 */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (header.length > maxHeaderLength) throw invalidKey()
  const key = quoted.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? bare.exec(header)?.[0] ?? ''
  if (key === '' || key.length > maxLength) throw invalidKey()
  return key
}

function invalidKey(): ShopError {
  return new ShopError('invalid-request', fill(problems.badIdempotencyKey, { max: maxLength }))
}
