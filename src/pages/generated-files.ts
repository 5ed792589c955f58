import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Handler, type MiddlewareHandler } from 'hono'

import type { CatalogueSearch } from '../catalogue/search/catalogue-search.ts'
import { claimPath, createPath, homePath, managePath } from '../domain/page-paths.ts'
import type { Messages } from '../messages/english.ts'
import type { Bindings } from '../web/bindings.ts'
import { allowsEncoding } from './encoding.ts'
import type { PageCache } from './page-cache.ts'
import { toPageKey } from './page-key.ts'
import type { PageServices, PublicShop, ShopSite } from './page.ts'
import { BufferedPage } from './rendered-page.ts'
import { createSitemap, sitemapPath, type SitemapFiles } from './sitemap/sitemap.ts'

interface GeneratedFilesOptions {
  readonly cache: PageCache
  /** Headers of every response that is not a page. */
  readonly headers: Readonly<Record<string, string>>
  readonly site: ShopSite
  /** The shop as it is now. */
  readonly shop: () => PublicShop
  readonly messagesIn: PageServices['messagesIn']
  readonly search: CatalogueSearch
}

/** Files for search engines and phones. All but the sitemap are generated once and cached like pages. */
export function createGeneratedFiles({ cache, headers, site, shop, messagesIn, search }: GeneratedFilesOptions) {
  const files = new Hono<Bindings>()

  const serve = (type: string, generate: () => string): Handler<Bindings> => {
    return async ({ req, env }) => {
      const render = async () => new BufferedPage(200, generate(), { ...headers, 'Content-Type': type })
      const file = await cache.getOrRender(toPageKey(shop().languages[0], req.path), render)
      if ('send' in file) file.send(env.incoming, env.outgoing)
      return RESPONSE_ALREADY_SENT
    }
  }
  files.get(
    '/robots.txt',
    serve('text/plain; charset=utf-8', () => robots(site)),
  )
  files.get(
    '/manifest.webmanifest',
    serve('application/manifest+json', () => JSON.stringify(manifest(shop(), messagesIn(shop().languages[0])))),
  )
  const sitemap = createSitemap({ search, origin: site.origin, languages: () => shop().languages })
  for (const path of [sitemapPath, '/:part{sitemap-[1-9][0-9]*\\.xml}']) files.get(path, serveSitemap(sitemap, headers))
  return files
}

function robots({ origin }: ShopSite): string {
  const disallowed = ['/api/', claimPath, createPath, managePath, '/__/'].map((path) => `Disallow: ${path}`).join('\n')
  return `User-agent: *\n${disallowed}\n\nSitemap: ${origin}/sitemap.xml\n`
}

function manifest({ name }: PublicShop, { site }: Messages) {
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: purpose === 'any' ? `/icon-${size}.png` : `/icon-maskable-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    name,
    short_name: name,
    description: site.description,
    start_url: homePath,
    display: 'minimal-ui',
    background_color: '#faf5ec',
    theme_color: '#faf5ec',
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  }
}

/** The sitemap of a large catalogue takes megabytes, so it is not in the page cache. */
function serveSitemap(
  sitemap: () => Promise<SitemapFiles>,
  headers: GeneratedFilesOptions['headers'],
): MiddlewareHandler<Bindings> {
  return async ({ req, env }, next) => {
    const file = (await sitemap()).get(req.path)
    if (file === undefined) return next()
    const caching = { ETag: file.etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' }
    const common = { ...headers, ...caching }
    if (req.header('If-None-Match')?.includes(file.etag)) return new Response(null, { status: 304, headers: common })
    const type = { 'Content-Type': 'application/xml; charset=utf-8' }
    if (!allowsEncoding(env.incoming.headers['accept-encoding'], 'gzip')) {
      return new Response(file.decompress(), { headers: { ...common, ...type } })
    }
    const length = String(file.compressed.length)
    const encoding = { 'Content-Encoding': 'gzip', 'Content-Length': length }
    return new Response(file.compressed, { headers: { ...common, ...type, ...encoding } })
  }
}
