import type { Hono, MiddlewareHandler } from 'hono'

import { ShopError } from '../../domain/errors.ts'
import { problems } from '../../messages/messages.ts'
import type { Bindings } from '../bindings.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * For requests that no route of `api` handled. Throws ShopError `method-not-allowed`, with the methods that the path
 * supports. If it supports none, the request goes on to the next handler: `/__/auth/action` is a page.
 */
export function checkMethod(api: Hono<Bindings>): MiddlewareHandler<Bindings> {
  const hasRoute = (method: string, path: string): boolean =>
    api.router.match(method, path)[0].some(([[, route]]) => route.method === method)
  return async ({ req }, next) => {
    const allowed = methods.filter((method) => hasRoute(method, req.path))
    if (allowed.length > 0) throw methodNotAllowed(allowed)
    await next()
  }
}

/** @param allowed methods; HEAD is added to GET. */
export function methodNotAllowed(allowed: readonly string[]): ShopError {
  const withHead = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return new ShopError('method-not-allowed', problems.methodNotAllowed, { allowed: withHead })
}
