import type { Context, Handler } from 'hono'

import type { Bindings } from './bindings.ts'

/**
 * A handler that answers with the response of another service. The headers that the shop sets on every response are kept,
 * unless the service sets them itself. Responses are small: they are sent as a whole, with their length.
 */
export function answerFrom(ask: (context: Context<Bindings>) => Promise<Response>): Handler<Bindings> {
  return async (context) => {
    const response = await ask(context)
    const body = response.body === null ? null : await response.text()
    return context.newResponse(body, response)
  }
}
