import type { RateLimiter } from '@stockinette/rate-limit/rate-limits.ts'
import { createLimitedLines } from '@stockinette/rate-limit/repeated-lines.ts'
import type { Context, MiddlewareHandler } from 'hono'

import type { Log } from '../../log.ts'
import type { Bindings } from '../bindings.ts'

export interface RequestLogOptions {
  readonly log: Log
  /** How many lines may be written. */
  readonly lines: RateLimiter
}

/**
 * Logs one line for each request, as many as `lines` allows; the next line has the number of omitted ones. Only the
 * path is logged: queries may contain keys, headers contain tokens. Cached pages are served before this and not logged.
 * Scripts, pictures and health checks have a line at the level `debug` only. `client` is the address as rate limits see it, so
 * that abuse can be traced: of IPv6 only the /64 network.
 */
export function logRequests({ log, lines }: RequestLogOptions): MiddlewareHandler<Bindings> {
  const takeLine = createLimitedLines(lines)
  const logOnceClosed = async (context: Context<Bindings>, closed: Promise<number>) => {
    const ms = await closed
    const level = isRoutine(context) ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    const added = takeLine('')
    if (!added) return
    const client = context.get('clientAddress')
    log[level]({ ...describe(context), client, ms, ...added }, 'request')
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

/**
 * Whether a script, a style or a picture was served, or is in the browser's cache, of which a page needs dozens; or a health
 * check succeeded, of which there are thousands a day.
 */
function isRoutine({ req, res }: Context<Bindings>): boolean {
  const isRoutinePath = /^\/(?:assets|photos)\/|\.(?:ico|jpg|png|svg)$|^\/healthz$/.test(req.path)
  return isRoutinePath && [200, 304].includes(res.status)
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
