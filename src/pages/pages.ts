import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Handler } from 'hono'
import { isbot } from 'isbot'

import { createItemReadLimit } from '../catalogue/item-read-limit.ts'
import type { Store } from '../catalogue/store.ts'
import { isShopError, ShopError } from '../domain/errors.ts'
import { itemIdAt, pageAddress } from '../domain/page-address.ts'
import { problems } from '../messages/messages.ts'
import type { Bindings } from '../web/bindings.ts'
import { createBoundedQueue } from '../web/bounded-queue.ts'
import type { Limits } from '../web/shop-limits.ts'
import { BufferedPage } from './buffered-response.ts'
import { createBusyPage } from './busy-page.ts'
import { createNonce, NoncePage } from './nonce-page.ts'
import type { AnyPage, PageCache } from './page-cache.ts'
import type { InlineSources, MissingPage, PageNeed, PublicIdentity, PublicShop, RenderPage } from './page.ts'
import { nonceSources, pagePolicy, popupHeaders } from './security-headers.ts'
import { createStreamedPage } from './streamed-response.ts'

interface PagesOptions {
  readonly render: RenderPage
  readonly cache: PageCache
  readonly shop: PublicShop
  readonly store: Pick<Store, 'isInMemory'>
  readonly limits: Limits
  readonly trustedProxies: number
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>
}

/** Origins of the identity service that a page calls, other than the shop's own. */
function identityOrigins({ isEmbedded, emulatorOrigin }: PublicIdentity): readonly string[] {
  if (isEmbedded) return []
  if (emulatorOrigin !== null) return [emulatorOrigin]
  return ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
}

/**
 * Origins for a page that opens Firebase's sign-in window: a script of Google's that talks to the window, and a frame
 * of the project's host that receives its messages (`_loadGapi` and `_openIframe` in firebase-js-sdk, packages/auth).
 */
function popupOrigins({ authDomain, emulatorOrigin }: PublicIdentity) {
  if (authDomain === null) return undefined
  return { script: ['https://apis.google.com'], frame: [emulatorOrigin ?? `https://${authDomain}`] }
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
  const renderPage = createPageRenderer(options)
  const queues = { visitors: createBoundedQueue(visitorQueueLimits), crawlers: createBoundedQueue(crawlerQueueLimits) }

  const sendBusyPage = createBusyPage((address) => renderPage(address, true))
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

/** Renders pages, each with its own content security policy. */
function createPageRenderer({ render, shop, headers }: PagesOptions) {
  const headersFor = (needs: ReadonlySet<PageNeed>, inline: InlineSources) => ({
    ...headers,
    ...(needs.has('popup') && shop.identity.authDomain !== null && popupHeaders),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': pagePolicy({
      inline,
      isPreview: shop.isPreview,
      connect: needs.has('identity') ? identityOrigins(shop.identity) : [],
      picksPhotos: needs.has('picked-photos'),
      ...(needs.has('popup') && popupOrigins(shop.identity)),
    }),
  })

  return async (address: string, waitForAll: boolean): Promise<AnyPage> => {
    const nonce = createNonce()
    const page = await render(address, { nonce, waitForAll })
    if (page === undefined) throw new ShopError('not-found', problems.notFound)
    if ('sameAs' in page) return page
    const { status, body, needs, inline } = page
    if (typeof body !== 'string') return createStreamedPage(status, body, headersFor(needs, nonceSources(nonce)))
    if (inline !== undefined) return new BufferedPage(status, body, headersFor(needs, inline))
    return new NoncePage(status, body, nonce, (fresh) => headersFor(needs, nonceSources(fresh)))
  }
}
