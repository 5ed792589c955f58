import { ShopError } from '../domain/errors.ts'
import { problems } from '../messages/messages.ts'

const maxLength = 255

/** Each character escaped, and the quotes. */
const maxHeaderLength = 2 * maxLength + 2

/** A String of Structured Fields (RFC 9651, 3.3.3). */
const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/

/** As many clients send it, without quotes: a UUID and its like. */
const bare = /^[\w.:~+/=-]+$/

/**
 * The key in `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07), by which an attempt is known again: 1 to
 * 255 characters of ASCII, in quotes; plain ones may come without. `undefined` when there is none.
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
  return new ShopError('invalid-request', problems.badIdempotencyKey(maxLength))
}
