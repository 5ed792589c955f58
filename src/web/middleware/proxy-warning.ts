import type { MiddlewareHandler } from 'hono'

import type { Log } from '../../log.ts'
import type { Bindings } from '../bindings.ts'

interface ProxyWarningOptions {
  readonly log: Log
  readonly trustedProxies: number
}

/**
 * Warns once if a proxy seems to be in front of the shop and none is trusted: then all visitors share the rate limits of
 * the proxy's address. A client can make up the header, so nothing else depends on it.
 */
export function warnOfUntrustedProxy({ log, trustedProxies }: ProxyWarningOptions): MiddlewareHandler<Bindings> {
  let isKnown = trustedProxies > 0
  return async ({ req }, next) => {
    const header = isKnown ? undefined : ['X-Forwarded-For', 'Forwarded'].find((name) => req.header(name) !== undefined)
    if (header !== undefined) {
      isKnown = true
      log.warn(
        `A request had ${header}, and SHOP_TRUST_PROXY is 0. If a proxy is in front of the shop, all visitors share the limits ` +
          'of its address, and sign-ups are soon refused: set SHOP_TRUST_PROXY=1, and let the proxy add to X-Forwarded-For.',
      )
    }
    await next()
  }
}
