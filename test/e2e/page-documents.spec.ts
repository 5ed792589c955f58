import { brotliCompressSync } from 'node:zlib'

import { addItem } from '../kit/api-client.ts'
import { isLive, titles } from '../kit/browser/home-page.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { emptyImage } from '../kit/photos/image-server.ts'
import { beanie } from '../kit/sample-items.ts'

const origin = 'https://shop.example'
const hostile = '</script><script>alert(1)</script>'

test.describe('Documents: visitor pages', () => {
  test.use({ stock: 'shared', allowedErrors: /status of 404/ })

  test('have no framework, no script file and at most 4 KB of inline script', async ({ page, shop }) => {
    const { id } = await addItem(shop.url, beanie)
    const paths = {
      home: '/',
      'all pieces': '/pieces',
      item: `/item/${id}`,
      'item not found': '/item/none',
      'unknown address': '/none',
    }
    for (const [screen, path] of Object.entries(paths)) {
      await test.step(screen, async () => {
        const loaded: string[] = []
        page.on('request', (request) => loaded.push(request.resourceType()))
        await page.goto(path)
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
})

test.describe('Documents: in a new shop', () => {
  test.use({ shopEnv: { SHOP_ORIGIN: origin, SHOP_WHO_MAY_ADD: 'anyone' } })

  test('content security policy: browsing, signing in and saving cause no violation', async ({
    page,
    context,
    faults,
  }) => {
    await context.route('https://photos.example/**', (route) => route.fulfill(emptyImage))
    await page.goto('/')
    await page.getByRole('link', { name: 'Add item' }).click()
    const form = itemForm(page)
    await form.signedIn()
    await expect(page).toHaveTitle('Create Item · Stockinette')
    await expect(page.locator('head > link[rel="canonical"]')).toHaveCount(1)
    await form.enter({ Title: hostile, 'Image URL': 'https://photos.example/beanie.jpg' })
    await expect(form.thumbnail).toBeVisible()
    await form.save.click()
    await expect(page.getByRole('main').getByRole('heading')).toHaveText(hostile)
    await page.getByRole('link', { name: '← Back' }).click()
    await expect(titles(page).first()).toHaveText(hostile)
    expect(faults).toEqual([])
  })
})
