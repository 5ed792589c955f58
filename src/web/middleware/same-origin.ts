import { isFromOtherSite, isSameOrigin } from '@stockinette/identity/http/same-origin.ts'
import type { Context, MiddlewareHandler } from 'hono'

import { ShopError } from '../../domain/errors.ts'
import { problems } from '../../messages/messages.ts'
import type { ShopSite } from '../../pages/page.ts'
import type { Bindings } from '../bindings.ts'

/**
 * The one rule for pages of other sites: they may read and link to the shop, and nothing else. Their requests carry the address
 * of the person who looks at them, and would use up her limits. Throws ShopError `other-origin`.
 */
export function refuseOtherSites(shop: ShopSite): MiddlewareHandler<Bindings> {
  return async ({ req }, next) => {
    const isReading = req.method === 'GET' || req.method === 'HEAD'
    if (!isReading && isFromOtherSite(req.raw.headers, toOptions(shop))) throw otherOrigin()
    await next()
  }
}

/**
 * For requests with a cookie, which browsers also send for pages of other sites.
 *
 * @throws ShopError `other-origin`.
 */
export function requireSameOrigin({ req }: Context, shop: ShopSite): void {
  if (!isSameOrigin(req.raw.headers, toOptions(shop))) throw otherOrigin()
}

/** A preview environment accepts any host that it is reached at. */
function toOptions({ origin, isPreview }: ShopSite) {
  return { origin, allowsAnyHost: isPreview }
}

function otherOrigin(): ShopError {
  return new ShopError('other-origin', problems.otherOrigin)
}
