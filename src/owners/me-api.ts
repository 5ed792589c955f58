import type { Caller } from '@stockinette/identity'
import { Hono } from 'hono'

import type { ShopSite } from '../pages/page.ts'
import type { Bindings } from '../web/bindings.ts'
import type { Visitor } from './access.ts'
import { identify, type RequestChecks } from './permissions.ts'
import { dropSessionCookie } from './token-sync.ts'

export interface MeApiOptions extends RequestChecks {
  /** See `Backend`. */
  readonly endSessions: (visitor: Visitor, caller: Caller) => Promise<void>
  readonly shop: ShopSite
}

/**
 * `GET /` with an ID token: `{ uid, isAnonymous, isOwner, mayAdd, isClaimed }`, so that pages can show what the user may do.
 * `DELETE /sessions` with an ID token ends every session of its account: 204.
 */
export function createMeApi({ access, permissions, limits, endSessions, shop }: MeApiOptions) {
  const api = new Hono<Bindings>()
  api.get('/', async (context) => {
    const visitor = await identify(access, context)
    const { uid, isAnonymous } = visitor
    const isOwner = await permissions.isOwner(visitor)
    const mayAdd = isOwner || (await permissions.mayAdd(visitor))
    const isClaimed = isOwner || (await permissions.isClaimed())
    return context.json({ uid, isAnonymous, isOwner, mayAdd, isClaimed }, 200, { 'Cache-Control': 'no-store' })
  })
  api.delete('/sessions', async (context) => {
    const visitor = await identify(access, context)
    await limits.signOutEverywhere(visitor.uid)
    await endSessions(visitor, { address: context.get('clientAddress'), origin: shop.origin })
    dropSessionCookie(context, shop)
    return context.body(null, 204, { 'Cache-Control': 'no-store' })
  })
  return api
}
