import type { RateLimiter } from '@stockinette/rate-limit/rate-limits.ts'
import type { Context, MiddlewareHandler } from 'hono'

import type { Log } from '../../log.ts'
import type { Bindings } from '../bindings.ts'

/**
 * Logs one line for each request, as many as `lines` allows; the next line has the number of omitted ones. Only the
 * path is logged: queries may contain keys, headers contain tokens. Cached pages are served before this and not logged.
 */
export function logRequests(log: Log, lines: RateLimiter): MiddlewareHandler<Bindings> {
  let leftOut = 0
  const logOnceClosed = async (context: Context<Bindings>, closed: Promise<number>) => {
    const ms = await closed
    if (lines.take('') > 0) {
      leftOut++
      return
    }
    log.info({ ...describe(context), ms, ...(leftOut > 0 && { leftOut }) }, 'request')
    leftOut = 0
  }
  return async (context, next) => {
    const closed = closedAfterMs(context.env.outgoing)
    await next()
    void logOnceClosed(context, closed)
  }
}

function closedAfterMs(outgoing: Bindings['Bindings']['outgoing']): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    outgoing.once('close', () => resolve(Math.round(performance.now() - startedAt)))
  })
}

function describe({ env: { incoming, outgoing }, req, res }: Context<Bindings>) {
  return {
    method: incoming.method,
    path: req.path,
    // The intended status, if the client is gone.
    status: outgoing.headersSent ? outgoing.statusCode : res.status,
    ...(!outgoing.writableFinished && { aborted: true }),
  }
}
