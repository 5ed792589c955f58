import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'

import type { Bindings } from '../web/bindings.ts'
import { clientAddress } from '../web/middleware/client-address.ts'
import { checkAroundBody, readJson } from '../web/middleware/read-body.ts'
import type { Visitor } from './access.ts'
import type { RequestChecks } from './permissions.ts'

/** What every API for owners checks. */
export function createOwnerChecks({ access, permissions, limits, trustedProxies }: RequestChecks) {
  const owner = checkAroundBody(async (context): Promise<Visitor> => {
    const visitor = await access.identify(context.req.header('Authorization'), clientAddress(context, trustedProxies))
    await permissions.requireMayManage(visitor)
    return visitor
  })
  return {
    /** Lets owners pass, and limits how often they change something. No response is cached. */
    ownersOnly: createMiddleware<Bindings>(async (context, next) => {
      context.header('Cache-Control', 'no-store')
      const visitor = await owner.check(context)
      context.set('owner', visitor)
      if (context.req.method !== 'GET') await limits.attempt(visitor.uid, clientAddress(context, trustedProxies))
      await next()
    }),
    /** Reads the JSON body of a request that has passed `ownersOnly`, of 64 KB at most by default. */
    readBody: (context: Context<Bindings>, maxBytes?: number): Promise<unknown> =>
      owner.read(context, () => readJson(context, maxBytes)),
  }
}
