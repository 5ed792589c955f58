import type { Context, MiddlewareHandler } from 'hono'

import type { Log } from '../log/log.ts'
import type { Bindings } from './bindings.ts'

/**
 * One line for each request that needed a decision. The path alone is logged: queries may carry keys, headers carry
 * tokens. Kept pages, answered before this, leave no line.
 */
export function logRequests(log: Log): MiddlewareHandler<Bindings> {
  return async (context, next) => {
    const closed = closedAfterMs(context.env.outgoing)
    await next()
    void logOnceClosed(context, closed, log)
  }
}

function closedAfterMs(outgoing: Bindings['Bindings']['outgoing']): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    outgoing.once('close', () => resolve(Math.round(performance.now() - startedAt)))
  })
}

async function logOnceClosed(context: Context<Bindings>, closed: Promise<number>, log: Log): Promise<void> {
  const ms = await closed
  const { incoming, outgoing } = context.env
  log.info(
    {
      method: incoming.method,
      path: context.req.path,
      // What would have been answered, where nobody was left to hear it.
      status: outgoing.headersSent ? outgoing.statusCode : context.res.status,
      ms,
      ...(!outgoing.writableFinished && { aborted: true }),
    },
    'request',
  )
}
