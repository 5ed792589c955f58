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

/**
 * Checks authorisation before the body of a request is read, and again after it: a body may take 30 seconds, and an owner
 * may be removed meanwhile. A body that had arrived before the first check needs no second one, which may be a paid
 * call. (Guarded by the test "an owner who is removed while the body is being sent is refused: 403".)
 *
 * @param check rejects when the request is not allowed.
 */
export function checkAroundBody<T>(check: (context: Context<Bindings>) => Promise<T>) {
  return {
    /** The first check. Rejects as `check` does. */
    check: (context: Context<Bindings>): Promise<T> => {
      context.set('hadBodyAtCheck', context.env.incoming.complete)
      return check(context)
    },
    /** Reads the body of a request that has passed the first check. Rejects as `read` and `check` do. */
    read: async <Body>(context: Context<Bindings>, read: () => Promise<Body>): Promise<Body> => {
      const body = await read()
      if (!context.get('hadBodyAtCheck')) await check(context)
      return body
    },
  }
}
