import type { RateLimiter } from '@stockinette/rate-limit/rate-limits.ts'
import type { Context, MiddlewareHandler } from 'hono'

import type { Log } from '../../log.ts'
import type { Bindings } from '../bindings.ts'

/**
 * Logs one line for each request, as many as `lines` allows; the next line has the number of omitted ones. Only the
 * path is logged: queries may contain keys, headers contain tokens. Cached pages are served before this and not logged.
 * Scripts and pictures have a line at the level `debug` only.
 */
export function logRequests(log: Log, lines: RateLimiter): MiddlewareHandler<Bindings> {
  let leftOut = 0
  const logOnceClosed = async (context: Context<Bindings>, closed: Promise<number>) => {
    const ms = await closed
    const level = isAsset(context) ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    if (lines.take('') > 0) {
      leftOut++
      return
    }
    log[level]({ ...describe(context), ms, ...(leftOut > 0 && { leftOut }) }, 'request')
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

/** Whether a script, a style or a picture was served, or is in the browser's cache. A page asks for dozens. */
function isAsset({ req, res }: Context<Bindings>): boolean {
  return [200, 304].includes(res.status) && /^\/(?:assets|photos)\/|\.(?:ico|jpg|png|svg)$/.test(req.path)
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
