import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'

import type { Bindings } from '../web/bindings.ts'
import { readJson, readThenCheck } from '../web/middleware/read-body.ts'
import type { Visitor } from './access.ts'
import { identify, type RequestChecks } from './permissions.ts'

/** What every API for owners checks. */
export function createOwnerChecks({ access, permissions, limits }: RequestChecks) {
  const requireOwner = async (context: Context<Bindings>): Promise<Visitor> => {
    const visitor = await identify(access, context)
    await permissions.requireMayManage(visitor)
    return visitor
  }
  return {
    /** Lets owners pass, and limits how often they change something. No response is cached. */
    ownersOnly: createMiddleware<Bindings>(async (context, next) => {
      context.header('Cache-Control', 'no-store')
      const visitor = await requireOwner(context)
      context.set('owner', visitor)
      if (context.req.method !== 'GET') await limits.attempt(visitor.uid, context.get('clientAddress'))
      await next()
    }),
    /**
     * Reads the JSON body of a request that has passed `ownersOnly`, of 64 KB at most by default.
     *
     * @param prepare parses it, and does what else may take long before anything is changed.
     */
    readBody: <T>(
      context: Context<Bindings>,
      prepare: (body: unknown) => T | Promise<T>,
      maxBytes?: number,
    ): Promise<T> =>
      readThenCheck(
        async () => prepare(await readJson(context, maxBytes)),
        () => requireOwner(context),
      ),
  }
}
