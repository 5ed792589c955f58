import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Handler } from 'hono'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'

import { createItemReadLimit } from '../catalogue/item-read-limit.ts'
import type { Store } from '../catalogue/store.ts'
import { isShopError, ShopError } from '../domain/errors.ts'
import { busyAddress, itemIdAt, pageAddress } from '../domain/page-address.ts'
import { problems } from '../messages/messages.ts'
import type { Bindings } from '../web/bindings.ts'
import { createBoundedQueue } from '../web/bounded-queue.ts'
import type { Limits } from '../web/shop-limits.ts'
import type { AnyPage, MissingPage, PageCache } from './page-cache.ts'
import type { RenderPage } from './page.ts'
import { readRenderedPage, type BufferedPage } from './rendered-page.ts'

interface PagesOptions {
  readonly render: RenderPage
  readonly cache: PageCache
  readonly site: { readonly origin: string }
  /** The shop as it is now; the same object until it changes. */
  readonly shop: () => object
  readonly store: Pick<Store, 'isInMemory'>
  readonly limits: Limits
  readonly trustedProxies: number
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>
}

/** A page starts streaming quickly even if the store is slow, so few at once keep a core busy. */
const visitorQueueLimits = { concurrency: 32, maxWaiting: 1_000 }

/** Complete pages wait for the store too. */
const crawlerQueueLimits = { concurrency: 16, maxWaiting: 200 }

/**
 * Responds with rendered pages. Crawlers, including those of link previews, run no scripts: they get complete pages.
 * Both share the page cache.
 */
export function createPagesHandler(options: PagesOptions): Handler<Bindings> {
  const { cache } = options
  const queues = { visitors: createBoundedQueue(visitorQueueLimits), crawlers: createBoundedQueue(crawlerQueueLimits) }
  const renderPage = createPageRenderer(options)
  const sendBusyPage = createBusyPage((address) => renderPage(address, true), options.shop)
  const limitItemRead = createItemReadLimit(options)

  const find = async (context: Context<Bindings>, path: string, waitForAll: boolean): Promise<PageToSend> => {
    const address = pageAddress(path)
    const queue = waitForAll ? queues.crawlers : queues.visitors
    const render = async () => {
      if (address !== path) return { sameAs: address }
      const id = itemIdAt(address)
      if (id !== undefined) await limitItemRead(context, id)
      return queue(() => renderPage(address, waitForAll))
    }
    const page = await cache.getOrRender(path, render, waitForAll)
    return 'sameAs' in page ? find(context, page.sameAs, waitForAll) : page
  }

  return async (context) => {
    const { req, env } = context
    try {
      const page = await find(context, req.path, isbot(req.header('User-Agent')))
      if ('read' in page) return new Response(page.read(), { status: page.status, headers: page.headers })
      page.send(env.incoming, env.outgoing)
      return RESPONSE_ALREADY_SENT
    } catch (error) {
      if (isShopError(error) && error.code === 'shop-busy') return sendBusyPage(error)
      throw error
    }
  }
}

type PageToSend = Exclude<AnyPage, MissingPage>

function createPageRenderer({ render, site, headers }: PagesOptions) {
  return async (address: string, waitForAll: boolean): Promise<AnyPage> => {
    const response = await render(new Request(site.origin + address), { waitForAll })
    const sameAs = response.headers.get('Location')
    if (sameAs !== null) return { sameAs }
    const page = await readRenderedPage(response, headers)
    if (page === undefined) throw new ShopError('not-found', problems.notFound)
    return page
  }
}

/** The page contains the year. */
const busyPageLifetimeMs = 3_600_000

/**
 * Responds with the page that says that the shop is busy. It is rendered once for the
 * present settings of the shop, as it is needed under load. Clients must
 * not cache it in place of the requested page.
 */
function createBusyPage(render: (address: string) => Promise<AnyPage>, shop: () => object) {
  const pages = new LRUCache<object, BufferedPage>({
    max: 1,
    ttl: busyPageLifetimeMs,
    fetchMethod: async () => {
      const page = await render(busyAddress)
      return 'text' in page ? page : undefined
    },
  })
  return async (busy: ShopError): Promise<Response> => {
    const page = await pages.fetch(shop())
    if (page === undefined) throw busy // In development, where pages differ between requests.
    const { status, text, headers } = page
    const { retryAfterSeconds = 1 } = busy
    return new Response(text, {
      status,
      headers: { ...headers, 'Cache-Control': 'no-store', 'Retry-After': String(retryAfterSeconds) },
    })
  }
}
