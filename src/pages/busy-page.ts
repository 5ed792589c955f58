import { LRUCache } from 'lru-cache'

import type { ShopError } from '../domain/errors.ts'
import { busyAddress } from '../domain/page-address.ts'
import type { BufferedPage } from './buffered-response.ts'
import type { AnyPage } from './page-cache.ts'

/** The page contains the year. */
const lifetimeMs = 3_600_000

/**
 * Responds with the page that says that the shop is busy. It is rendered once, as it is needed under load. Clients must
 * not cache it in place of the requested page.
 */
export function createBusyPage(render: (address: string) => Promise<AnyPage>) {
  const pages = new LRUCache<'page', BufferedPage>({
    max: 1,
    ttl: lifetimeMs,
    fetchMethod: async () => {
      const page = await render(busyAddress)
      return 'text' in page ? page : undefined
    },
  })
  return async (busy: ShopError): Promise<Response> => {
    const page = await pages.fetch('page')
    if (page === undefined) throw busy // In development, where pages differ between requests.
    const { status, text, headers } = page
    const { retryAfterSeconds = 1 } = busy
    return new Response(text, {
      status,
      headers: { ...headers, 'Cache-Control': 'no-store', 'Retry-After': String(retryAfterSeconds) },
    })
  }
}
