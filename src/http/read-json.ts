import type { Context } from 'hono'

import { ShopError } from '../domain/errors.ts'
import { problems } from '../domain/messages.ts'

/** @throws ShopError `invalid-request` when the body is no JSON. */
export async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text()
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ShopError('invalid-request', problems.notJson, { cause })
  }
}
