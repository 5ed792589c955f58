import type { RateLimiter } from '@stockinette/rate-limit/rate-limiter.ts'
import type { Context, MiddlewareHandler } from 'hono'

import type { Log } from '../../log.ts'
import type { Bindings } from '../bindings.ts'

/**
 * How many requests have a line, whoever sends them. A flood of requests would fill the disk, and journald would drop the
 * lines that matter: it takes 10,000 in 30 seconds (journald.conf(5), `RateLimitBurst`).
 */
export const requestLines = { burst: 2_000, everySeconds: 0.01 } as const

/**
 * One line for each request that needed a decision, as many as `lines` allows; the next line says how many were left out.
 * The path alone is logged: queries may carry keys, headers carry tokens. Kept pages, answered before this, leave no line.
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
    // What would have been answered, where nobody was left to hear it.
    status: outgoing.headersSent ? outgoing.statusCode : res.status,
    ...(!outgoing.writableFinished && { aborted: true }),
  }
}
