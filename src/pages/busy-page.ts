import { LRUCache } from 'lru-cache'

import type { ShopError } from '../domain/errors.ts'
import { busyAddress } from '../domain/page-address.ts'
import type { WholePage } from './buffered-response.ts'
import type { AnyPage } from './page-cache.ts'

/** It says the year. */
const lifetimeMs = 3_600_000

/**
 * Answers with the page that says that the shop is busy: rendered once, as it is needed when there is much to do. Nobody may
 * keep it in place of the page that was asked for.
 */
export function createBusyPage(render: (address: string) => Promise<AnyPage>) {
  const pages = new LRUCache<'page', WholePage>({
    max: 1,
    ttl: lifetimeMs,
    fetchMethod: async () => {
      const page = await render(busyAddress)
      return 'text' in page ? page : undefined
    },
  })
  return async (busy: ShopError): Promise<Response> => {
    const page = await pages.fetch('page')
    if (page === undefined) throw busy // In development, where no page is the same for everybody.
    const { status, text, headers } = page
    const { retryAfterSeconds = 1 } = busy
    return new Response(text, {
      status,
      headers: { ...headers, 'Cache-Control': 'no-store', 'Retry-After': String(retryAfterSeconds) },
    })
  }
}
