import { Hono } from 'hono'

import { site } from '../domain/messages.ts'
import type { Store } from '../store/store.ts'
import type { Bindings } from './bindings.ts'
import type { PublicShop } from './page.ts'

/** As many pieces as the sitemap names, the newest. */
const sitemapSize = 5_000

/** What search engines and phones ask a site for, beside its pages. */
export function createSiteFiles({ shop, store }: { shop: PublicShop; store: Store }) {
  const files = new Hono<Bindings>()

  files.get('/robots.txt', (context) =>
    context.text(
      `User-agent: *\nDisallow: /api/\nDisallow: /create\nDisallow: /manage\nDisallow: /__/\n\nSitemap: ${shop.origin}/sitemap.xml\n`,
    ),
  )
  files.get('/manifest.webmanifest', (context) =>
    context.body(JSON.stringify(manifest(shop)), 200, { 'Content-Type': 'application/manifest+json' }),
  )
  files.get('/sitemap.xml', async (context) => {
    const { items } = await store.newest(sitemapSize)
    const pages = items.map(({ id, createdAt }) => entry(`${shop.origin}/item/${id}`, createdAt))
    return context.body(sitemap([entry(`${shop.origin}/`, items[0]?.createdAt), ...pages]), 200, {
      'Content-Type': 'application/xml; charset=utf-8',
    })
  })
  return files
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
    description: site.description,
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#faf5ec',
    theme_color: '#faf5ec',
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  }
}

/** Addresses are made of an origin and an id: nothing in them needs escaping. */
function entry(url: string, changedAt: Date | undefined): string {
  const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<url><loc>${url}</loc>${lastmod}</url>`
}

/** sitemaps.org, protocol 0.9. */
function sitemap(entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`
}
