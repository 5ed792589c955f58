import type { Context } from 'hono'

import type { Bindings } from '../bindings.ts'

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
