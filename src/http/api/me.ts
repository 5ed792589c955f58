import { Hono } from 'hono'

import type { Access } from '../../access/access.ts'
import type { Permissions } from '../../access/permissions.ts'
import { ShopError } from '../../domain/errors.ts'
import { problems } from '../../domain/messages.ts'
import type { Bindings } from '../bindings.ts'

export interface MeApiOptions {
  readonly access: Access
  readonly permissions: Permissions
}

/** `GET /` with an ID token: `{ uid, isAnonymous, mayAdd }`, for pages to show what would be answered anyway. */
export function createMeApi({ access, permissions }: MeApiOptions) {
  const api = new Hono<Bindings>()
  api.get('/', async (context) => {
    const visitor = await access.identify(context.req.header('Authorization'))
    const { uid, isAnonymous } = visitor
    const mayAdd = await permissions.mayAdd(visitor)
    return context.json({ uid, isAnonymous, mayAdd }, 200, { 'Cache-Control': 'no-store' })
  })
  api.all('/', () => {
    throw new ShopError('method-not-allowed', problems.methodNotAllowed)
  })
  return api
}
