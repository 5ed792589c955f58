import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Handler } from 'hono'

import type { Store } from '../catalogue/store.ts'
import { createPath, homePath, itemPath, managePath } from '../domain/page-paths.ts'
import { site as siteTexts } from '../messages/messages.ts'
import type { Bindings } from '../web/bindings.ts'
import { createBoundedQueue } from '../web/bounded-queue.ts'
import type { PageCache } from './page-cache.ts'
import type { PublicShop, ShopSite } from './page.ts'
import { BufferedPage } from './rendered-page.ts'

/** How many items the sitemap contains, the newest. */
const sitemapSize = 5_000

/** Concurrent requests after a change of the catalogue wait for each other. */
const queueLimits = { concurrency: 1, maxWaiting: 50 }

interface GeneratedFilesOptions {
  readonly cache: PageCache
  /** Headers of every response that is not a page. */
  readonly headers: Readonly<Record<string, string>>
  readonly site: ShopSite
  /** The shop as it is now. */
  readonly shop: () => PublicShop
  readonly store: Store
}

/** Files for search engines and phones, generated once and cached like pages. */
export function createGeneratedFiles({ cache, headers, site, shop, store }: GeneratedFilesOptions) {
  const files = new Hono<Bindings>()

  const queue = createBoundedQueue(queueLimits)
  const serve = (type: string, generate: () => string | Promise<string>): Handler<Bindings> => {
    return async ({ req, env }) => {
      const file = await cache.getOrRender(req.path, () =>
        queue(async () => new BufferedPage(200, await generate(), { ...headers, 'Content-Type': type })),
      )
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
    serve('application/manifest+json', () => JSON.stringify(manifest(shop()))),
  )
  files.get(
    '/sitemap.xml',
    serve('application/xml; charset=utf-8', async () => {
      const { items } = await store.newest(sitemapSize)
      const pages = items.map(({ id, createdAt }) => entry(`${site.origin}${itemPath(id)}`, createdAt))
      return sitemap([entry(site.origin + homePath, items[0]?.createdAt), ...pages])
    }),
  )
  return files
}

function robots({ origin }: ShopSite): string {
  const disallowed = ['/api/', createPath, managePath, '/__/'].map((path) => `Disallow: ${path}`).join('\n')
  return `User-agent: *\n${disallowed}\n\nSitemap: ${origin}/sitemap.xml\n`
}

function manifest({ name }: PublicShop) {
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: purpose === 'any' ? `/icon-${size}.png` : `/icon-maskable-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    name,
    short_name: name,
    description: siteTexts.description,
    start_url: homePath,
    display: 'minimal-ui',
    background_color: '#faf5ec',
    theme_color: '#faf5ec',
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  }
}

/** URLs consist of an origin and an id: nothing needs escaping. */
function entry(url: string, changedAt: Date | undefined): string {
  const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<url><loc>${url}</loc>${lastmod}</url>`
}

/** sitemaps.org, protocol 0.9. */
function sitemap(entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`
}
