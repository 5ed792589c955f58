import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'

import { addItems } from '../kit/api-client.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'

const origin = 'https://shop.example'

interface Manifest {
  readonly name: string
  readonly start_url: string
  readonly icons: readonly { src: string; sizes: string; type: string; purpose: string }[]
}

/** Fetches a picture and measures what arrives, by decoding it. */
async function picture(request: APIRequestContext, path: string) {
  const answer = await request.get(path)
  expect(answer.status(), path).toBe(200)
  const body = await answer.body()
  const { format, width, height } = await sharp(body).metadata()
  return { type: answer.headers()['content-type'], format, sizes: `${width}x${height}`, width, bytes: body.length }
}

/** Where the page's head links to for this purpose. */
function linked(page: Page, selector: string): Promise<string> {
  return page.locator(`head > link${selector}`).getAttribute('href') as Promise<string>
}

test.describe('Files of the site, beside its pages', () => {
  test.use({ shopEnv: { SHOP_ORIGIN: origin } })

  test('robots.txt leads to the sitemap, and keeps crawlers off the API', async ({ request }) => {
    const answer = await request.get('/robots.txt')
    expect(answer.headers()['content-type']).toMatch(/^text\/plain\b/)
    const lines = (await answer.text()).split('\n')
    expect(lines).toContain(`Sitemap: ${origin}/sitemap.xml`)
    expect(lines).toContain('User-agent: *')
    expect(lines).toContain('Disallow: /api/')
    expect(lines).not.toContain('Disallow: /')
  })

  test('sitemap.xml is XML with the address of home and of every item', async ({ page, shop, request }) => {
    const imageUrl = 'https://photos.example/beanie.jpg'
    const items = await addItems(
      shop.url,
      ['Harbour Beanie', '<&]]>"'].map((title) => ({ title, imageUrl })),
    )
    const answer = await request.get('/sitemap.xml')
    expect(answer.headers()['content-type']).toMatch(/^(?:application|text)\/xml\b/)
    await page.goto('/create')
    const xml = JSON.stringify(await answer.text())
    const read = (await page.evaluate(`(() => {
      const { documentElement } = new DOMParser().parseFromString(${xml}, 'application/xml')
      const texts = (name) => [...documentElement.querySelectorAll('url > ' + name)].map((node) => node.textContent)
      return { root: documentElement.nodeName, space: documentElement.namespaceURI, urls: texts('loc'), days: texts('lastmod') }
    })()`)) as { root: string; space: string; urls: string[]; days: string[] }
    expect(read.root).toBe('urlset')
    expect(read.space).toBe('http://www.sitemaps.org/schemas/sitemap/0.9')
    expect(read.urls).toEqual([`${origin}/`, ...items.toReversed().map(({ id }) => `${origin}/item/${id}`)])
    expect(read.days).toEqual([items[1]?.createdAt, ...items.toReversed().map(({ createdAt }) => createdAt)])
  })

  test('an empty shop has a sitemap too', async ({ request }) => {
    expect(await (await request.get('/sitemap.xml')).text()).toContain(`<url><loc>${origin}/</loc></url>`)
  })

  test('the manifest names the shop and icons that are what it says of them', async ({ page, request }) => {
    await page.goto('/')
    const answer = await request.get(await linked(page, '[rel="manifest"]'))
    expect(answer.headers()['content-type']).toBe('application/manifest+json')
    const { name, start_url: start, icons } = (await answer.json()) as Manifest
    expect({ name, start }).toEqual({ name: 'Stockinette', start: '/' })
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
    )
    for (const { src, sizes, type } of icons) expect(await picture(request, src)).toMatchObject({ sizes, type })
  })

  test('the icons of tabs and home screens are there', async ({ page, request }) => {
    await page.goto('/')
    const svg = await picture(request, await linked(page, '[rel="icon"][type="image/svg+xml"]'))
    expect(svg).toMatchObject({ type: expect.stringMatching(/^image\/svg\+xml\b/), format: 'svg' })
    const touch = await picture(request, await linked(page, '[rel="apple-touch-icon"]'))
    expect(touch).toMatchObject({ type: 'image/png', sizes: '180x180' })
    const ico = await request.get(await linked(page, '[rel="icon"][sizes="32x32"]'))
    expect(ico.headers()['content-type']).toMatch(/^image\/(?:x-icon|vnd\.microsoft\.icon)$/)
    const file = await ico.body()
    expect(file.readUInt16LE(2)).toBe(1) // An icon, not a cursor.
    // After six bytes of head, the last of them a count, sixteen for each size: they begin with width and height.
    const sizes = Array.from({ length: file.readUInt16LE(4) }, (_, index) => [
      ...file.subarray(6 + 16 * index).subarray(0, 2),
    ])
    expect(sizes).toContainEqual([32, 32])
  })

  test("the shop's picture for link previews is what WhatsApp takes", async ({ page, request }) => {
    await page.goto('/')
    const url = await page.locator('head > meta[property="og:image"]').getAttribute('content')
    expect(url).toMatch(`${origin}/`)
    const { type, format, sizes, bytes } = await picture(request, new URL(url ?? '').pathname)
    expect({ type, format, sizes }).toEqual({ type: 'image/jpeg', format: 'jpeg', sizes: '1200x630' })
    expect(bytes).toBeLessThanOrEqual(250_000)
  })
})
