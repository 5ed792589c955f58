import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Handler } from 'hono'

import type { CatalogueSearch } from '../catalogue/search/catalogue-search.ts'
import { claimPath, createPath, homePath, managePath } from '../domain/page-paths.ts'
import type { Messages } from '../messages/english.ts'
import type { Bindings } from '../web/bindings.ts'
import type { PageCache } from './page-cache.ts'
import { toPageKey } from './page-key.ts'
import type { PageServices, PublicShop, ShopSite } from './page.ts'
import { BufferedPage } from './rendered-page.ts'
import { serveSitemap } from './sitemap/serve-sitemap.ts'
import { createSitemap, sitemapPath } from './sitemap/sitemap.ts'

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
  const sendSitemap = serveSitemap(sitemap, headers)
  for (const path of [sitemapPath, '/:part{sitemap-[1-9][0-9]*\\.xml}']) files.get(path, sendSitemap)
  return files
}

/** Makers' pages are not requested: they make accounts. Their `noindex` is for crawlers that do not read this file. */
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
