import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { widestNetwork } from '@stockinette/rate-limit/address.ts'
import { FairQueue } from '@stockinette/rate-limit/fair-queue.ts'
import type { Context, Handler, HonoRequest } from 'hono'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'

import type { SearchLimit } from '../catalogue/search-limit.ts'
import type { Store } from '../catalogue/store.ts'
import { isBusy, ShopError } from '../domain/errors.ts'
import { findLanguage, languages, localPath, type Language } from '../domain/language.ts'
import {
  busyAddress,
  isCataloguePath,
  isEnquiryList,
  isListSearch,
  itemIdAt,
  pageAddress,
} from '../domain/page-address.ts'
import { homePath } from '../domain/page-paths.ts'
import { problems } from '../messages/messages.ts'
import type { Bindings } from '../web/bindings.ts'
import { busyError, type Limits } from '../web/shop-limits.ts'
import type { Alias, AnyPage, PageCache } from './page-cache.ts'
import { addressOf, languageOf, requestedKey, toPageKey } from './page-key.ts'
import type { PublicShop, RenderPage } from './page.ts'
import { readRenderedPage, type BufferedPage } from './rendered-page.ts'

interface PagesOptions {
  readonly render: RenderPage
  readonly cache: PageCache
  readonly site: { readonly origin: string }
  /** The shop as it is now; the same object until it changes. */
  readonly shop: () => Pick<PublicShop, 'languages'>
  readonly store: Pick<Store, 'isInMemory'>
  readonly limits: Limits
  readonly limitSearch: SearchLimit
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>
}

/** A page starts streaming quickly even if the store is slow, so few at once keep a core busy. */
const streamedQueueLimits = { concurrency: 32, maxWaiting: 1_000, refusal: busyError }

/** Complete pages wait for the store too. */
const completeQueueLimits = { concurrency: 16, maxWaiting: 200, refusal: busyError }

/**
 * Responds with rendered pages, streamed if the store is slow, or complete ({@link needsAll}). Both share the page cache.
 */
export function createPagesHandler(options: PagesOptions): Handler<Bindings> {
  const { cache, store, limits } = options
  const queues = {
    streamed: new FairQueue(streamedQueueLimits),
    complete: new FairQueue(completeQueueLimits),
  }
  const renderPage = createPageRenderer(options)
  const sendBusyPage = createBusyPage((language) => renderPage(toPageKey(language, busyAddress), true), options.shop)

  const find = async (context: Context<Bindings>, key: string, waitForAll: boolean): Promise<PageToSend> => {
    const requested = addressOf(key)
    const address = pageAddress(requested)
    const queue = waitForAll ? queues.complete : queues.streamed
    let isOwn = false
    const render = async () => {
      isOwn = true
      if (address !== requested) return { sameAs: toPageKey(languageOf(key), address) }
      const id = itemIdAt(address)
      if (id !== undefined && !store.isInMemory(id)) await limits.readUnknownItem(context.get('clientAddress'))
      const renderNow = () => renderPage(key, waitForAll)
      return isListSearch(address) || isEnquiryList(address)
        ? options.limitSearch(context, renderNow)
        : queue.run(widestNetwork(context.get('clientAddress')), renderNow)
    }
    const share = (isAgain = false): Promise<AnyPage> =>
      cache.getOrRender(key, render, waitForAll).catch((error: unknown) => {
        if (!isBusy(error) || isOwn) throw error
        // The rendering of another client has lost its place: one of those that shared it renders for the others, once.
        return isAgain ? render() : share(true)
      })
    // Enquiries are not cached: each is one visitor's, and anyone can invent them.
    const page = await (isEnquiryList(requested) ? render() : share())
    return 'sameAs' in page ? find(context, page.sameAs, waitForAll) : page
  }

  return async (context) => {
    const { req, env } = context
    const key = readKey(options.shop(), env.incoming.url)
    try {
      const page = await find(context, key, needsAll(req))
      if ('location' in page) return context.body(null, 308, { Location: page.location, ...notStored })
      if ('read' in page) return new Response(page.read(), { status: page.status, headers: page.headers })
      page.send(env.incoming, env.outgoing)
      return RESPONSE_ALREADY_SENT
    } catch (error) {
      if (isBusy(error)) return sendBusyPage(error, languageOf(key))
      throw error
    }
  }
}

/**
 * Crawlers, including those of link previews, run no scripts, which put streamed parts in their places. The script of an open
 * page, which fetches it again, needs a status that says whether it could be read. (Fetch Metadata, Sec-Fetch-Mode)
 */
function needsAll(request: HonoRequest): boolean {
  return isbot(request.header('User-Agent')) || request.header('Sec-Fetch-Mode') === 'cors'
}

type PageToSend = Exclude<AnyPage, Alias>

/** A category's spelling may change, and then change back: a stored redirect would lead in a circle. */
const notStored = { 'Cache-Control': 'no-store' }

/** As the listener finds cached pages: neither Hono nor a URL keeps every character. */
function readKey(shop: Pick<PublicShop, 'languages'>, target = homePath): string {
  const end = target.indexOf('?')
  const [path, query] = end === -1 ? [target, ''] : [target.slice(0, end), target.slice(end)]
  return requestedKey(findLanguage(path, shop.languages), query)
}

function createPageRenderer({ render, site, shop, headers }: PagesOptions) {
  return async (key: string, waitForAll: boolean): Promise<AnyPage> => {
    const language = languageOf(key)
    const request = new Request(site.origin + toRendererPath(addressOf(key)))
    const response = await render(request, { language, waitForAll })
    const location = response.headers.get('Location')
    if (location !== null) {
      if (response.status === 308) return { location: localPath(location, language, shop().languages) }
      return { sameAs: toPageKey(language, location) }
    }
    const page = await readRenderedPage(response, headers, { isHome: addressOf(key) === homePath })
    if (page === undefined) throw new ShopError('not-found', problems.notFound)
    return page
  }
}

/** React Router answers a path that ends in `.data`, as a category's may, with data instead of a page. */
function toRendererPath(address: string): string {
  const [path = '', query] = address.split('?', 2)
  const escaped = isCataloguePath(path) ? path.replaceAll('.', '%2E') : path
  return query === undefined ? escaped : `${escaped}?${query}`
}

/** The page contains the year. */
const busyPageLifetimeMs = 60_000

/**
 * Responds with the page that says that the shop is busy. It is rendered once in each language for the
 * present settings of the shop, as it is needed under load. Clients must
 * not cache it in place of the requested page.
 */
function createBusyPage(render: (language: Language) => Promise<AnyPage>, shop: () => object) {
  const createPages = (language: Language) =>
    // The shop is another object after a change of its settings.
    new LRUCache<object, BufferedPage>({
      max: 1,
      ttl: busyPageLifetimeMs,
      ignoreFetchAbort: true, // Who is answered while the settings change gets it.
      fetchMethod: async () => {
        const page = await render(language)
        return 'text' in page ? page : undefined
      },
    })
  const pages = new Map(languages.map((language) => [language, createPages(language)]))
  return async (busy: ShopError, language: Language): Promise<Response> => {
    const page = await pages.get(language)?.fetch(shop())
    if (page === undefined) throw busy // In development, where pages differ between requests.
    const { status, text, headers } = page
    const { retryAfterSeconds = 1 } = busy
    return new Response(text, {
      status,
      headers: { ...headers, 'Cache-Control': 'no-store', 'Retry-After': String(retryAfterSeconds) },
    })
  }
}
