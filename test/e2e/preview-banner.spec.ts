import type { Page } from '@playwright/test'

import { addItem } from '../kit/api-client.ts'
import { disconnectedText, isLive, openHome, previewBanner, runningText, titles } from '../kit/browser/home-page.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { resize } from '../kit/browser/resize.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { emptyImage } from '../kit/photos/image-server.ts'
import { minimalItem } from '../kit/sample-items.ts'

/** The outlines of the two icons: a triangle and a disc. */
const icons = { warning: /^M12 2 ?L? ?1 21/, info: /a10 10/ }

/** The banner has this text, apart from its button, and this icon. */
async function expectBanner(page: Page, text: string, icon: keyof typeof icons): Promise<void> {
  await expect(previewBanner(page)).toHaveText(new RegExp(`^${text}×?$`))
  await expect(previewBanner(page).locator('svg path')).toHaveAttribute('d', icons[icon])
}

test.describe('2. Preview banner', () => {
  test.use({ stock: 'shared', allowedErrors: /status of 404/ })

  test(`on every page shows '${runningText}' with an info icon, and covers nothing at the page's end`, async ({
    page,
  }) => {
    for (const path of ['/', '/create', '/nothing-here']) {
      await page.goto(path)
      await expectBanner(page, runningText, 'info')
      await expect(previewBanner(page)).toBeInViewport({ ratio: 1 })
      for (const width of [320, 1280]) {
        await resize(page, width, 640)
        await page.evaluate('scrollTo({ top: document.body.scrollHeight, behavior: "instant" })')
        const end = await page.getByRole('contentinfo').boundingBox()
        const banner = await previewBanner(page).boundingBox()
        expect((end?.y ?? 0) + (end?.height ?? 0), `${path} at ${width} px`).toBeLessThanOrEqual(banner?.y ?? 0)
      }
    }
  })

  test('is added after the load event, and is not in the HTML', async ({ page, otherVisitor, request }) => {
    expect(await (await request.get('/')).text()).not.toContain('class="preview-banner"')
    const released = Promise.withResolvers<void>()
    await page.route('**/released.svg', async (route) => {
      await released.promise
      await route.fulfill(emptyImage)
    })
    // An image that is still loading delays the load event.
    await page.route('/', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace('<footer', '<img alt="" src="/released.svg"><footer')
      await route.fulfill({ response: answer, body })
    })
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    await expect(page.getByRole('contentinfo')).toBeVisible()
    expect(await page.evaluate('document.readyState')).toBe('interactive')
    await openHome(otherVisitor) // This page would have its banner by then, had it not waited.
    await expect(previewBanner(page)).toHaveCount(0)
    released.resolve()
    await expect(previewBanner(page)).toBeVisible()
  })
})

test.describe('2. Preview banner, when the connection is lost and restored', () => {
  test.use({ allowedErrors: /net::ERR/ })

  test(`8. shows '${disconnectedText}' with a warning icon while the shop is down; dismissed, it stays away for the tab’s session`, async ({
    page,
    otherVisitor,
    shop,
  }) => {
    await openHome(otherVisitor)
    await test.step('a reconnection without a change is not announced again to screen readers', async () => {
      const close = await previewBanner(otherVisitor).getByRole('button').elementHandle()
      await otherVisitor.evaluate('dispatchEvent(new PageTransitionEvent("pagehide"))')
      const reconnected = otherVisitor.waitForResponse('**/api/items/live')
      await otherVisitor.evaluate('dispatchEvent(new PageTransitionEvent("pageshow"))')
      await reconnected
      await addItem(shop.url, minimalItem())
      await expect(titles(otherVisitor)).toHaveText(['Plain Scarf'])
      await expectBanner(otherVisitor, runningText, 'info')
      expect(await close?.evaluate((element) => element.isConnected)).toBe(true)
    })

    await page.goto('/')
    await previewBanner(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(previewBanner(page)).toHaveCount(0)
    await page.getByRole('banner').hover() // The list does not change below the pointer.
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/items/live'))
    await shop.kill()
    await failed
    await expectBanner(otherVisitor, disconnectedText, 'warning')
    await expect(previewBanner(page)).toHaveCount(0)
    const connected = page.waitForResponse('**/api/items/live')
    await shop.startAgain()
    await connected
    await isLive(otherVisitor)
    await expectBanner(otherVisitor, runningText, 'info')
    await addItem(shop.url, minimalItem('Seen live'))
    await expect(titles(page)).toHaveText(['Seen live', 'Plain Scarf'])
    await expect(previewBanner(page)).toHaveCount(0)
    await page.goto('/create')
    await itemForm(page).signedIn()
    await page.goto('/')
    await addItem(shop.url, minimalItem('Seen later'))
    await expect(titles(page)).toHaveText(['Seen later', 'Seen live', 'Plain Scarf'])
    await expect(previewBanner(page)).toHaveCount(0)
    await expect(previewBanner(otherVisitor)).toBeVisible()
  })
})
