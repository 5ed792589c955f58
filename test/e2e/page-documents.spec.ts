import { brotliCompressSync } from 'node:zlib'

import type { Page } from '@playwright/test'

import { addItem, type NewItem } from '../kit/api-client.ts'
import { isLive, titles } from '../kit/browser/home-page.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { emptyImage } from '../kit/photos/image-server.ts'
import { beanie } from '../kit/sample-items.ts'

const origin = 'https://shop.example'
const hostile = '</script><script>alert(1)</script>'

/** The values in the head by kind. Each list should have one. */
async function readMetadata(page: Page) {
  const content = (selector: string, attribute = 'content') =>
    page
      .locator(`head > ${selector}`)
      .evaluateAll(
        (elements: { getAttribute(name: string): string }[], name) =>
          elements.map((element) => element.getAttribute(name)),
        attribute,
      )
  return {
    title: [await page.title()],
    description: await content('meta[name="description"]'),
    canonical: await content('link[rel="canonical"]', 'href'),
    siteName: await content('meta[property="og:site_name"]'),
    previewTitle: await content('meta[property="og:title"]'),
    previewDescription: await content('meta[property="og:description"]'),
    url: await content('meta[property="og:url"]'),
    image: await content('meta[property="og:image"]'),
  }
}

async function productOf(page: Page): Promise<Record<string, unknown> | undefined> {
  const [product] = await structuredDataOf(page)
  return product
}

/** Of an item's page: the product, then the way to it. */
async function structuredDataOf(page: Page): Promise<Record<string, unknown>[]> {
  const scripts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return scripts.map((script) => JSON.parse(script) as Record<string, unknown>)
}

test.use({ stock: 'shared' })

test.describe('Documents: visitor pages', () => {
  test.use({ allowedErrors: /status of 404/ })

  for (const screen of ['home', 'all pieces', 'item', 'item not found', 'unknown address'] as const) {
    test(`${screen}: has no framework, no script file and at most 4 KB of inline script`, async ({ page, shop }) => {
      const { id } = await addItem(shop.url, beanie)
      const missing = { 'item not found': '/item/none', 'unknown address': '/none' }
      const paths = { home: '/', 'all pieces': '/pieces', item: `/item/${id}`, ...missing }
      const loaded: string[] = []
      page.on('request', (request) => loaded.push(request.resourceType()))
      await page.goto(paths[screen])
      await isLive(page)
      expect(loaded).not.toContain('script')
      expect(loaded).not.toContain('stylesheet')
      await expect(page.locator('script[src], link[rel="modulepreload"], link[rel="stylesheet"]')).toHaveCount(0)
      const scripts = await page.locator('script:not([type="application/ld+json"])').allTextContents()
      expect(scripts.length).toBeGreaterThan(0)
      expect(brotliCompressSync(scripts.join('')).length).toBeLessThanOrEqual(4 * 1024)
    })
  }
})

test.describe('Documents: metadata', () => {
  // Pages show the items of other tests too, of which one has a photo that does not exist.
  test.use({ shopEnv: { SHOP_ORIGIN: origin, SHOP_WHO_MAY_ADD: 'anyone' }, allowedErrors: /status of 404/ })

  const newItem: NewItem = {
    title: 'Harbour Beanie',
    tagline: 'Ribbed, double brim',
    price: 12_500,
    category: 'Beanies',
    imageUrl: 'https://photos.example/beanie.jpg',
    size: 'S / M',
    color: 'Ivory',
    description: 'Merino from the hill country.\nWash by hand.',
  }

  test.beforeEach(({ context }) => context.route('https://photos.example/**', (route) => route.fulfill(emptyImage)))

  test('home: title, description, canonical URL and link preview', async ({ page }) => {
    await page.goto('/?from=elsewhere')
    expect(await readMetadata(page)).toEqual({
      title: ['Stockinette · Warm. Minimal. Knitted.'],
      description: ['Hand-crafted beanies, scarves and sweaters, knitted in small batches.'],
      canonical: [`${origin}/`],
      siteName: ['Stockinette'],
      previewTitle: ['Warm. Minimal. Knitted.'],
      previewDescription: ['Hand-crafted beanies, scarves and sweaters, knitted in small batches.'],
      url: [`${origin}/`],
      image: [`${origin}/share.jpg`],
    })
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })

  test("item: the link preview has the title without the shop's name, and the item's image", async ({ page, shop }) => {
    const { id } = await addItem(shop.url, newItem)
    await page.goto(`/item/${id}`)
    const head = await readMetadata(page)
    expect(head).toMatchObject({
      title: ['Harbour Beanie · Stockinette'],
      canonical: [`${origin}/item/${id}`],
      siteName: ['Stockinette'],
      previewTitle: ['Harbour Beanie'],
      url: [`${origin}/item/${id}`],
      image: ['https://photos.example/beanie.jpg'],
    })
    expect(head.description).toEqual(['LKR 12,500 · Ribbed, double brim'])
    expect(head.previewDescription).toEqual(head.description)
  })

  test('item with a photo: the URL of the preview image is absolute', async ({ page, shop }) => {
    const { id } = await addItem(shop.url, { title: 'Scarf', imageUrl: `/photos/${'0'.repeat(32)}.jpg` })
    await page.route('**/photos/**', (route) => route.fulfill({ contentType: 'image/jpeg', body: '' }))
    await page.goto(`/item/${id}`)
    expect((await readMetadata(page)).image).toEqual([`${origin}/photos/${'0'.repeat(32)}.jpg`])
  })

  test('create: title and canonical URL', async ({ page }) => {
    await itemForm(page).open()
    const head = await readMetadata(page)
    expect(head).toMatchObject({ title: ['Create Item · Stockinette'], canonical: [`${origin}/create`] })
    expect(head.image).toEqual([`${origin}/share.jpg`])
    expect(head.description).toHaveLength(1)
  })

  test("item: the link preview's description is cut to about 80 characters", async ({ page, shop }) => {
    const { id } = await addItem(shop.url, { ...newItem, tagline: '', description: 'Merino\nwool '.repeat(300) })
    await page.goto(`/item/${id}`)
    const [description = ''] = (await readMetadata(page)).previewDescription
    expect(description.length).toBeGreaterThan(60)
    expect(description.length).toBeLessThanOrEqual(81)
    expect(description).toMatch(/(?:Merino|wool)…$/)
  })

  test('item: link preview crawlers get the same metadata, within the first 300 KB', async ({ shop, request }) => {
    const { id } = await addItem(shop.url, { ...newItem, description: 'Merino '.repeat(500) })
    for (const crawler of ['WhatsApp/2.23.20.0', 'facebookexternalhit/1.1', 'Googlebot/2.1']) {
      const answer = await request.get(`/item/${id}`, { headers: { 'User-Agent': crawler } })
      expect(answer.status()).toBe(200)
      const head = /^[^]*?<\/head>/.exec(await answer.text())?.[0] ?? ''
      expect(Buffer.byteLength(head)).toBeLessThan(300_000)
      expect(head.match(/property="og:image"/g)).toHaveLength(1)
      expect(head).toContain('<meta property="og:title" content="Harbour Beanie"/>')
      expect(head).toContain('<meta property="og:image" content="https://photos.example/beanie.jpg"/>')
    }
  })

  test('structured data: an item is a Product with an Offer, in stock also if it is made to order', async ({
    page,
    shop,
  }) => {
    const { id } = await addItem(shop.url, { ...newItem, madeToOrder: true, weeksToMake: 3 })
    await page.goto(`/item/${id}`)
    expect(await productOf(page)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Harbour Beanie',
      description: 'Merino from the hill country.\nWash by hand.',
      image: 'https://photos.example/beanie.jpg',
      sku: id,
      category: 'Beanies',
      color: 'Ivory',
      size: 'S / M',
      offers: {
        '@type': 'Offer',
        price: 12_500,
        priceCurrency: 'LKR',
        availability: 'https://schema.org/InStock',
        url: `${origin}/item/${id}`,
      },
    })
  })

  test('structured data: an item without a price has no Offer', async ({ page, shop }) => {
    const { id } = await addItem(shop.url, { title: 'Scarf', imageUrl: 'https://photos.example/scarf.jpg' })
    await page.goto(`/item/${id}`)
    const product = await productOf(page)
    expect(product).toMatchObject({ '@type': 'Product', name: 'Scarf' })
    expect(product).not.toHaveProperty('offers')
    expect(product).not.toHaveProperty('size')
    expect(product).not.toHaveProperty('color')
    expect((await readMetadata(page)).description).toEqual(['Price on request · Knits'])
  })

  test('structured data: the way to an item, from all pieces by its category', async ({ page, shop }) => {
    const { id } = await addItem(shop.url, { ...newItem, category: 'தொப்பிகள் / Caps' })
    await page.goto(`/item/${id}`)
    const [, breadcrumb] = await structuredDataOf(page)
    const category = `${origin}/pieces/${encodeURIComponent('தொப்பிகள் / Caps')}`
    expect(breadcrumb).toEqual({
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'All pieces', item: `${origin}/pieces` },
        { '@type': 'ListItem', position: 2, name: 'தொப்பிகள் / Caps', item: category },
        { '@type': 'ListItem', position: 3, name: 'Harbour Beanie', item: `${origin}/item/${id}` },
      ],
    })
  })

  test('structured data: any text of an owner is escaped', async ({ page, shop, request }) => {
    const title = `${hostile}<!--<script>"\\`
    const { id } = await addItem(shop.url, { ...newItem, title, description: title, color: hostile, category: hostile })
    page.on('dialog', () => expect.soft('a dialog').toBe('never shown'))
    await page.goto(`/item/${id}`)
    const product = await productOf(page)
    expect(product).toMatchObject({ name: title, description: title, color: hostile })
    const html = await (await request.get(`/item/${id}`)).text()
    const scripts = [...html.matchAll(/<script type="application\/ld\+json">([^]*?)<\/script>/g)].map(
      ([, json]) => json,
    )
    expect(scripts).toEqual([expect.stringContaining('"Product"'), expect.stringContaining('"BreadcrumbList"')])
    expect(scripts.join('')).not.toContain('<')
    expect((await readMetadata(page)).previewTitle).toEqual([title])
  })

  test.describe('in a new shop', () => {
    test.use({ stock: 'empty' })

    test('content security policy: browsing, signing in and saving cause no violation', async ({ page, faults }) => {
      await page.goto('/')
      await page.getByRole('link', { name: 'Add item' }).click()
      const form = itemForm(page)
      await form.signedIn()
      await form.enter({ Title: hostile, 'Image URL': 'https://photos.example/beanie.jpg' })
      await expect(form.thumbnail).toBeVisible()
      await form.save.click()
      await expect(page.getByRole('main').getByRole('heading')).toHaveText(hostile)
      await page.getByRole('link', { name: '← Back' }).click()
      await expect(titles(page).first()).toHaveText(hostile)
      expect(faults).toEqual([])
    })
  })
})
