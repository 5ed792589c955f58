import { randomBytes } from 'node:crypto'

import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Handler } from 'hono'
import { isbot } from 'isbot'

import type { Bindings } from './bindings.ts'
import type { PageCache } from './page-cache.ts'
import type { PublicIdentity, PublicShop, RenderPage } from './page.ts'
import { pagePolicy } from './security-headers.ts'
import { createStreamedPage } from './streamed-page.ts'
import { createWholePage, sendWholePage } from './whole-page.ts'

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
  const renderAt = async (path: string, isPatient: boolean) => {
    const nonce = randomBytes(16).toString('base64')
    const { status, body, needs } = await render(new Request(shop.origin + path), { nonce, isPatient })
    const policy = {
      isPreview: shop.isPreview,
      connect: needs.has('identity') ? identityOrigins(shop.identity) : [],
      picksPhotos: needs.has('picked-photos'),
      ...(needs.has('popup') && popupOrigins(shop.identity)),
    }
    const headersFor = (allowed: { html: string } | { nonce: string }) => ({
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': pagePolicy({ ...allowed, ...policy }),
    })
    if (typeof body !== 'string') return createStreamedPage(status, body, headersFor({ nonce }))
    const html = body.replaceAll(` nonce="${nonce}"`, '')
    return createWholePage(status, html, headersFor({ html }))
  }

  return async (context) => {
    const { path } = context.req
    const isCrawler = isbot(context.req.header('User-Agent'))
    const page = isCrawler ? await renderAt(path, true) : await cache.get(path, () => renderAt(path, false))
    if ('read' in page) return new Response(page.read(), { status: page.status, headers: page.headers })
    sendWholePage(page, context.env.incoming, context.env.outgoing)
    return RESPONSE_ALREADY_SENT
  }
}
