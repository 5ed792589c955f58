import type { Context } from 'hono'

import { ShopError } from '../../domain/errors.ts'
import { problems } from '../../messages/messages.ts'
import type { PublicShop } from '../../pages/page.ts'

/**
 * For what goes by a cookie: another site's page could send it along.
 *
 * @throws ShopError `other-origin` for a request of any other page than the shop's own.
 */
export function requireOwnPage(context: Context, shop: PublicShop): void {
  if (!isOwnPage(context, shop)) throw new ShopError('other-origin', problems.otherOrigin)
}

/**
 * Browsers say on whose behalf they ask: in `Sec-Fetch-Site`, or in `Origin` where the connection is not secure. What
 * says neither is no browser, and has no cookies to lose. A preview environment answers at whatever address it has.
 */
function isOwnPage(context: Context, { origin, isPreview }: PublicShop): boolean {
  const site = context.req.header('Sec-Fetch-Site')
  if (site !== undefined) return site === 'same-origin'
  const asking = context.req.header('Origin')
  if (asking === undefined || asking === origin) return true
  return isPreview && URL.parse(asking)?.host === context.req.header('Host')
}
