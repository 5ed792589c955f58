import type { Context } from 'hono'

import { ShopError } from '../../domain/errors.ts'
import { problems } from '../../messages/messages.ts'
import type { ShopSite } from '../../pages/page.ts'

/**
 * CSRF protection for requests with a cookie, which browsers also send for pages of other sites.
 *
 * @throws ShopError `other-origin` for a request from a page of another origin.
 */
export function requireSameOrigin(context: Context, shop: ShopSite): void {
  if (!isSameOrigin(context, shop)) throw new ShopError('other-origin', problems.otherOrigin)
}

/**
 * Browsers send the origin of a request in `Sec-Fetch-Site`, or in `Origin` on insecure connections. A client that
 * sends neither is not a browser and has no cookies to protect. A preview environment accepts any host it is reached
 * at.
 */
function isSameOrigin(context: Context, { origin, isPreview }: ShopSite): boolean {
  const site = context.req.header('Sec-Fetch-Site')
  if (site !== undefined) return site === 'same-origin'
  const requestOrigin = context.req.header('Origin')
  if (requestOrigin === undefined || requestOrigin === origin) return true
  return isPreview && URL.parse(requestOrigin)?.host === context.req.header('Host')
}
