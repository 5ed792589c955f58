import { Hono } from 'hono'

import { createItemReadLimit } from '../catalogue/item-read-limit.ts'
import { missingItemError } from '../catalogue/items-api.ts'
import type { Store } from '../catalogue/store.ts'
import { ShopError } from '../domain/errors.ts'
import { isItemId } from '../domain/item.ts'
import { itemPath } from '../domain/page-paths.ts'
import { problems } from '../messages/messages.ts'
import type { Access } from '../owners/access.ts'
import type { Permissions } from '../owners/permissions.ts'
import type { PublicShop } from '../pages/page.ts'
import type { Bindings } from '../web/bindings.ts'
import { clientAddress } from '../web/middleware/client-address.ts'
import type { Limits } from '../web/middleware/rate-limits.ts'

export interface PreviewApiOptions {
  readonly access: Access
  readonly limits: Limits
  readonly listener: { readonly host: string; readonly port: number }
  readonly permissions: Permissions
  readonly shop: PublicShop
  readonly store: Store
  readonly trustedProxies: number
}

/** Links that are looked at at the same time. */
const maxUnderWay = 6

/**
 * `GET /:id/preview`, for whoever may add pieces: how the piece's link looks in WhatsApp, and what is wrong with it. The
 * shop asks itself for the page and the picture, as WhatsApp would be answered. What that takes is loaded when it is first
 * asked for.
 */
export function createPreviewApi(options: PreviewApiOptions) {
  const { access, limits, listener, permissions, shop, store, trustedProxies } = options
  const place = { origin: shop.origin, listener: { host: listener.host, port: listener.port } }
  const api = new Hono<Bindings>()
  const allowRead = createItemReadLimit(options)
  let underWay = 0

  const inspect = async (path: string) => {
    if (underWay >= maxUnderWay) {
      throw new ShopError('too-many-requests', problems.tooManyRequests, { retryAfterSeconds: 10 })
    }
    underWay++
    try {
      const { inspectLink } = await import('./inspect-link.ts')
      return await inspectLink(path, { place, brand: shop.name })
    } finally {
      underWay--
    }
  }

  api.get('/:id/preview', async (context) => {
    const visitor = await access.identify(context.req.header('Authorization'))
    await permissions.requireMayAdd(visitor)
    const id = context.req.param('id')
    await allowRead(context, id)
    if (!isItemId(id) || !(await store.find(id))) throw await missingItemError(store, id)
    await limits.previewLink(visitor.uid, clientAddress(context, trustedProxies))
    return context.json(await inspect(itemPath(id)), 200, { 'Cache-Control': 'no-store' })
  })
  return api
}
