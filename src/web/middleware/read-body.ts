import { isTooManyBytes, readText } from '@stockinette/bounded-read/bounded-read.ts'
import type { Context } from 'hono'

import { ShopError } from '../../domain/errors.ts'
import { problems } from '../../messages/messages.ts'
import type { Bindings } from '../bindings.ts'

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

export interface ReadThenCheck<T> {
  /** Reads the body. */
  readonly read: () => Promise<T>
  /** Rejects when the request is not allowed. It has been called once before. */
  readonly check: () => Promise<unknown>
}

/**
 * Reads the body of an authorised request, then checks authorisation again: a body may take 30 seconds, and an owner
 * may be removed meanwhile. A body that is already complete needs no second check. (Guarded by the test "an owner who
 * is removed while the body is being sent is refused: 403".)
 *
 * @throws errors of `read` and `check`.
 */
export async function readThenCheck<T>(context: Context<Bindings>, { read, check }: ReadThenCheck<T>): Promise<T> {
  const isComplete = context.env.incoming.complete
  const body = await read()
  if (!isComplete) await check()
  return body
}
