import type { Context, MiddlewareHandler } from 'hono'

import type { Log } from '../../log.ts'
import type { Bindings } from '../bindings.ts'
import { forwardedAddress } from './client-address.ts'

interface ProxyWarningOptions {
  readonly log: Log
  readonly trustedProxies: number
}

/**
 * Warns once if the addresses of visitors are not known: then all of them share the rate limits of the proxy's address. A
 * client can make up the headers, so nothing else depends on them.
 */
export function warnOfUnknownAddresses({ log, trustedProxies }: ProxyWarningOptions): MiddlewareHandler<Bindings> {
  let hasWarned = false
  return async (context, next) => {
    const problem = hasWarned ? undefined : findProblem(context, trustedProxies)
    if (problem !== undefined) {
      hasWarned = true
      log.warn(problem)
    }
    await next()
  }
}

function findProblem({ env, req }: Context<Bindings>, trustedProxies: number): string | undefined {
  const header = ['X-Forwarded-For', 'Forwarded'].find((name) => req.header(name) !== undefined)
  if (trustedProxies === 0 && header !== undefined) {
    return (
      `A request had ${header}, and SHOP_TRUST_PROXY is 0. If a proxy is in front of the shop, all visitors share the limits ` +
      'of its address, and sign-ups are soon refused: set SHOP_TRUST_PROXY=1, and let the proxy add to X-Forwarded-For.'
    )
  }
  if (req.header('X-Forwarded-For') === undefined || forwardedAddress(env.incoming, trustedProxies)) return undefined
  return (
    `The X-Forwarded-For of a request has no IP address at place ${trustedProxies} from its end (SHOP_TRUST_PROXY). The proxy ` +
    'should add the visitor’s address there; without it, all visitors share the limits of the proxy’s address.'
  )
}
