import { isTooManyBytes, readText } from '@stockinette/bounded-read/bounded-read.ts'
import type { Context } from 'hono'

import { ShopError } from '../../domain/errors.ts'
import { problems } from '../../messages/messages.ts'

/** Maximum size of a request body, for the public API. */
const publicMaxBytes = 64 * 1024

/**
 * @throws ShopError `body-too-large` as soon as the limit is exceeded; the rest is not read. ShopError `invalid-request`
 *   when the body is not JSON, or is incomplete: this is the client's fault and not logged.
 */
export async function readJson({ req }: Context, maxBytes = publicMaxBytes): Promise<unknown> {
  let message: string = problems.brokenOff
  try {
    const text = await readText(req.raw, maxBytes)
    message = problems.notJson
    return JSON.parse(text)
  } catch (cause) {
    if (isTooManyBytes(cause)) throw new ShopError('body-too-large', problems.bodyTooLarge)
    throw new ShopError('invalid-request', message, { cause })
  }
}

/**
 * Reads the body of an authorised request, and does what else may take long before anything is changed; then checks
 * authorisation again: a body may take 30 seconds, and an owner may be removed meanwhile. (Guarded by the test "an owner
 * who is removed while the body is being sent is refused".)
 *
 * @param check rejects when the request is not allowed. It has been called once before.
 * @throws errors of `read` and `check`.
 */
export async function readThenCheck<T>(read: () => Promise<T>, check: () => Promise<unknown>): Promise<T> {
  const body = await read()
  await check()
  return body
}
