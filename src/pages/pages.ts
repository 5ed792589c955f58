import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Handler } from 'hono'
import { isbot } from 'isbot'

import { createItemReadLimit } from '../catalogue/item-read-limit.ts'
import type { Store } from '../catalogue/store.ts'
import { isShopError, ShopError } from '../domain/errors.ts'
import { itemIdAt, pageAddress } from '../domain/page-address.ts'
import { problems } from '../messages/messages.ts'
import type { Bindings } from '../web/bindings.ts'
import { createRenderQueue } from '../web/bounded-queue.ts'
import type { Limits } from '../web/middleware/rate-limits.ts'
import { WholePage } from './buffered-response.ts'
import { createBusyPage } from './busy-page.ts'
import { newNonce, NoncePage } from './nonce-page.ts'
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
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>
}

/** The origins, other than the shop's own, that a page needs which signs visitors in. */
function identityOrigins({ isEmbedded, emulatorOrigin }: PublicIdentity): readonly string[] {
  if (isEmbedded) return []
  if (emulatorOrigin !== null) return [emulatorOrigin]
  return ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
}

/**
 * What a page needs that opens the window in which Firebase signs visitors in: a script of Google's for talking to it, and
 * a frame of the project's own host for hearing from it (`_loadGapi` and `_openIframe` in firebase-js-sdk, packages/auth).
 */
function popupOrigins({ authDomain, emulatorOrigin }: PublicIdentity) {
  if (authDomain === null) return undefined
  return { script: ['https://apis.google.com'], frame: [emulatorOrigin ?? `https://${authDomain}`] }
}

/** A page begins after a moment, whatever the store does; so few at once are enough to keep a core busy. */
const forVisitors = { concurrency: 32, maxWaiting: 1_000 }

/** Who waits for whole pages waits for the store as well. */
const forCrawlers = { concurrency: 16, maxWaiting: 200 }

/**
 * Answers with rendered pages. Crawlers, link previews among them, run no script: for them a page is never streamed.
 * They share all that is kept.
 */
export function createPagesHandler(options: PagesOptions): Handler<Bindings> {
  const { cache } = options
  const renderPage = createPageRenderer(options)
  const queues = { visitors: createRenderQueue(forVisitors), crawlers: createRenderQueue(forCrawlers) }

  const answerBusy = createBusyPage((address) => renderPage(address, true))
  const allowRead = createItemReadLimit(options)

  const find = async (context: Context<Bindings>, path: string, isPatient: boolean): Promise<PageToSend> => {
    const address = pageAddress(path)
    const queue = isPatient ? queues.crawlers : queues.visitors
    const render = async () => {
      if (address !== path) return { sameAs: address }
      const id = itemIdAt(address)
      if (id !== undefined) await allowRead(context, id)
      return queue(() => renderPage(address, isPatient))
    }
    const page = await cache.get(path, render, isPatient)
    return 'sameAs' in page ? find(context, page.sameAs, isPatient) : page
  }

  return async (context) => {
    const { req, env } = context
    try {
      const page = await find(context, req.path, isbot(req.header('User-Agent')))
      if ('read' in page) return new Response(page.read(), { status: page.status, headers: page.headers })
      page.send(env.incoming, env.outgoing)
      return RESPONSE_ALREADY_SENT
    } catch (error) {
      if (isShopError(error) && error.code === 'shop-busy') return answerBusy(error)
      throw error
    }
  }
}

type PageToSend = Exclude<AnyPage, MissingPage>

/** Renders pages, each with the policy that it needs. */
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

  return async (address: string, isPatient: boolean): Promise<AnyPage> => {
    const nonce = newNonce()
    const page = await render(address, { nonce, isPatient })
    if (page === undefined) throw new ShopError('not-found', problems.notFound)
    if ('sameAs' in page) return page
    const { status, body, needs, inline } = page
    if (typeof body !== 'string') return createStreamedPage(status, body, headersFor(needs, nonceSources(nonce)))
    if (inline !== undefined) return new WholePage(status, body, headersFor(needs, inline))
    return new NoncePage(status, body, nonce, (fresh) => headersFor(needs, nonceSources(fresh)))
  }
}
