import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Handler } from 'hono'
import { isbot } from 'isbot'

import { ShopError } from '../domain/errors.ts'
import { problems } from '../domain/messages.ts'
import type { Bindings } from './bindings.ts'
import { newNonce, NoncePage } from './nonce-page.ts'
import { pageAddress } from './page-address.ts'
import type { PageCache } from './page-cache.ts'
import type { PublicIdentity, PublicShop, RenderPage } from './page.ts'
import { nonceSources, pagePolicy, popupHeaders } from './security-headers.ts'
import { createStreamedPage } from './streamed-page.ts'
import { WholePage } from './whole-page.ts'

interface PagesOptions {
  readonly render: RenderPage
  readonly cache: PageCache
  readonly shop: PublicShop
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

/**
 * Answers with rendered pages. Crawlers, link previews among them, run no script: for them a page is never streamed,
 * and so it is rendered for each of them by itself.
 */
export function createPagesHandler({ render, cache, shop, headers }: PagesOptions): Handler<Bindings> {
  const renderAt = async (address: string, isPatient: boolean) => {
    const nonce = newNonce()
    const page = await render(address, { nonce, isPatient })
    if (page === undefined) throw new ShopError('not-found', problems.notFound)
    const { status, body, needs } = page
    const headersFor = (inline = nonceSources(nonce)) => ({
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
    if (typeof body !== 'string') return createStreamedPage(status, body, headersFor())
    if (page.inline !== undefined) return new WholePage(status, body, headersFor(page.inline))
    return new NoncePage(status, body, nonce, (fresh) => headersFor(nonceSources(fresh)))
  }

  return async (context) => {
    const address = pageAddress(context.req.path)
    const isCrawler = isbot(context.req.header('User-Agent'))
    const page = isCrawler ? await renderAt(address, true) : await cache.get(address, () => renderAt(address, false))
    if ('read' in page) return new Response(page.read(), { status: page.status, headers: page.headers })
    page.send(context.env.incoming, context.env.outgoing)
    return RESPONSE_ALREADY_SENT
  }
}
