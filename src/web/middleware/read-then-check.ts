import type { Context } from 'hono'

import type { Bindings } from '../bindings.ts'

export interface ReadThenCheck<T> {
  /** Reads the body. */
  readonly read: () => Promise<T>
  /** Rejects when the visitor may not do what is asked. It was called once before. */
  readonly check: () => Promise<unknown>
}

/**
 * Reads a body of a visitor who may send it, and checks once more that this is so: a body may take 30 seconds, and an
 * owner may be removed meanwhile. A body that has arrived whole by now needs no second check.
 * (Guarded by the test "an owner who is removed while a body is on its way is refused: 403".)
 *
 * @throws what `read` and `check` throw.
 */
export async function readThenCheck<T>(context: Context<Bindings>, { read, check }: ReadThenCheck<T>): Promise<T> {
  const isHere = context.env.incoming.complete
  const body = await read()
  if (!isHere) await check()
  return body
}
