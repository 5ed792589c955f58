import { Hono } from 'hono'
import pLimit from 'p-limit'

import { missingItemError } from '../catalogue/items-api.ts'
import type { Store } from '../catalogue/store.ts'
import { ShopError } from '../domain/errors.ts'
import { isItemId } from '../domain/item.ts'
import { itemPath } from '../domain/page-paths.ts'
import { problems } from '../messages/messages.ts'
import { requireMayAdd, type RequestChecks } from '../owners/permissions.ts'
import type { PublicShop, ShopSite } from '../pages/page.ts'
import type { Bindings } from '../web/bindings.ts'

export interface LinkPreviewApiOptions extends RequestChecks {
  readonly listener: { readonly host: string; readonly port: number }
  readonly site: ShopSite
  /** The shop as it is now. */
  readonly shop: () => Pick<PublicShop, 'name'>
  readonly store: Store
}

/** How many links are checked at the same time. */
const concurrency = 6

/**
 * `GET /:id/preview`, for users who may add items: the item's link preview in WhatsApp, and its faults. The shop
 * requests its own page and image as WhatsApp would. The code for this is loaded on first use.
 */
export function createLinkPreviewApi(options: LinkPreviewApiOptions) {
  const { limits, listener, site, shop, store } = options
  const address = { origin: site.origin, listener: { host: listener.host, port: listener.port } }
  const api = new Hono<Bindings>()
  const limit = pLimit(concurrency)

  const inspect = async (path: string) => {
    if (limit.activeCount >= concurrency) {
      throw new ShopError('too-many-requests', problems.tooManyRequests, { retryAfterSeconds: 10 })
    }
    return limit(async () => {
      const { inspectLink } = await import('./inspect-link.ts')
      return inspectLink(path, { shop: address, brand: shop().name })
    })
  }

  api.get('/:id/preview', async (context) => {
    const visitor = await requireMayAdd(options, context)
    const id = context.req.param('id')
    if (!store.isInMemory(id)) await limits.readUnknownItem(context.get('clientAddress'))
    if (!isItemId(id) || !(await store.find(id))) throw await missingItemError(store, id)
    await limits.previewLink(visitor.uid, context.get('clientAddress'))
    return context.json(await inspect(itemPath(id)), 200, { 'Cache-Control': 'no-store' })
  })
  return api
}
