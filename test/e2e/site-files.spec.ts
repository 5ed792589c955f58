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

/** Fetches and decodes an image. */
async function fetchImage(request: APIRequestContext, path: string) {
  const answer = await request.get(path)
  expect(answer.status(), path).toBe(200)
  const body = await answer.body()
  const { format, width, height } = await sharp(body).metadata()
  return { type: answer.headers()['content-type'], format, sizes: `${width}x${height}`, width, bytes: body.length }
}

/** The URL of a link in the page's head. */
function linkedUrl(page: Page, selector: string): Promise<string> {
  return page.locator(`head > link${selector}`).getAttribute('href') as Promise<string>
}

test.use({ shopEnv: { SHOP_ORIGIN: origin, SHOP_WHO_MAY_ADD: 'anyone' } })

test.describe('The sitemap', () => {
  test('is valid XML with the URLs of home, all pieces, each category and every item', async ({
    page,
    shop,
    request,
  }) => {
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
    const lists = ['/', '/pieces', '/pieces/Knits'].map((path) => origin + path)
    expect(read.urls).toEqual([...lists, ...items.toReversed().map(({ id }) => `${origin}/item/${id}`)])
    expect(read.days).toHaveLength(read.urls.length)
    // The store notes a change a moment after the item's own time.
    const [first = '', second = ''] = items.map(({ createdAt }) => createdAt)
    for (const day of read.days.slice(0, -1)) expect(day >= second && day < new Date().toISOString()).toBe(true)
    expect(read.days.at(-1)! >= first && read.days.at(-1)! <= read.days[0]!).toBe(true)
  })

  test('of an empty shop has the home page', async ({ request }) => {
    expect(await (await request.get('/sitemap.xml')).text()).toContain(`<url><loc>${origin}/</loc></url>`)
  })
})

test.describe('Other generated files and icons', () => {
  test.use({ stock: 'shared' })

  test('robots.txt names the sitemap, and disallows the API', async ({ request }) => {
    const answer = await request.get('/robots.txt')
    expect(answer.headers()['content-type']).toMatch(/^text\/plain\b/)
    const lines = (await answer.text()).split('\n')
    expect(lines).toContain(`Sitemap: ${origin}/sitemap.xml`)
    expect(lines).toContain('User-agent: *')
    expect(lines).toContain('Disallow: /api/')
    // A list that must not be indexed says so itself, which a search engine can only see if it may read it.
    const disallowed = lines.filter((line) => line.startsWith('Disallow: ')).map((line) => line.slice(10))
    for (const path of ['/', '/pieces', '/pieces/Knits', '/pieces?q=wool&after=1', '/item/a']) {
      expect(disallowed.filter((start) => path.startsWith(start))).toEqual([])
    }
  })

  test('the manifest names the shop, and its icons have the stated types and sizes', async ({ page, request }) => {
    await page.goto('/')
    const answer = await request.get(await linkedUrl(page, '[rel="manifest"]'))
    expect(answer.headers()['content-type']).toBe('application/manifest+json')
    const { name, start_url: start, icons } = (await answer.json()) as Manifest
    expect({ name, start }).toEqual({ name: 'Stockinette', start: '/' })
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
    )
    for (const { src, sizes, type } of icons) expect(await fetchImage(request, src)).toMatchObject({ sizes, type })
  })

  test('the page links to an SVG icon, a touch icon and an ICO file', async ({ page, request }) => {
    await page.goto('/')
    const svg = await fetchImage(request, await linkedUrl(page, '[rel="icon"][type="image/svg+xml"]'))
    expect(svg).toMatchObject({ type: expect.stringMatching(/^image\/svg\+xml\b/), format: 'svg' })
    const touch = await fetchImage(request, await linkedUrl(page, '[rel="apple-touch-icon"]'))
    expect(touch).toMatchObject({ type: 'image/png', sizes: '180x180' })
    const ico = await request.get(await linkedUrl(page, '[rel="icon"][sizes="32x32"]'))
    expect(ico.headers()['content-type']).toMatch(/^image\/(?:x-icon|vnd\.microsoft\.icon)$/)
    const file = await ico.body()
    expect(file.readUInt16LE(2)).toBe(1) // An icon, not a cursor.
    // Six bytes of header that end with the number of images, then 16 bytes each, which begin with width and height.
    const sizes = Array.from({ length: file.readUInt16LE(4) }, (_, index) => [
      ...file.subarray(6 + 16 * index).subarray(0, 2),
    ])
    expect(sizes).toContainEqual([32, 32])
  })

  test("the shop's image for link previews fits WhatsApp's limits", async ({ page, request }) => {
    await page.goto('/')
    const url = await page.locator('head > meta[property="og:image"]').getAttribute('content')
    expect(url).toMatch(`${origin}/`)
    const { type, format, sizes, bytes } = await fetchImage(request, new URL(url ?? '').pathname)
    expect({ type, format, sizes }).toEqual({ type: 'image/jpeg', format: 'jpeg', sizes: '1200x630' })
    expect(bytes).toBeLessThanOrEqual(250_000)
  })
})
