import type { MiddlewareHandler } from 'hono'

import type { Log } from '../log/log.ts'
import type { Bindings } from './bindings.ts'

/**
 * One line for each request that needed a decision. The path alone is logged: queries may carry keys, headers carry
 * tokens. Kept pages, answered before this, leave no line.
 */
export function logRequests(log: Log): MiddlewareHandler<Bindings> {
  return async (context, next) => {
    const { incoming, outgoing } = context.env
    const startedAt = performance.now()
    outgoing.once('close', () => {
      log.info(
        {
          method: incoming.method,
          path: context.req.path,
          status: outgoing.statusCode,
          ms: Math.round(performance.now() - startedAt),
          ...(!outgoing.writableFinished && { aborted: true }),
        },
        'request',
      )
    })
    await next()
  }
}
