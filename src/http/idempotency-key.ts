import { ShopError } from '../domain/errors.ts'
import { problems } from '../domain/messages.ts'

const maxLength = 255

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
  const key = quoted.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? bare.exec(header)?.[0] ?? ''
  if (key === '' || key.length > maxLength) {
    throw new ShopError('invalid-request', problems.badIdempotencyKey(maxLength))
  }
  return key
}
