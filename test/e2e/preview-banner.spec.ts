import { addItem } from '../kit/api-client.ts'
import { disconnectedText, isLive, openHome, previewBanner, runningText, titles } from '../kit/browser/home-page.ts'
import { itemForm, openForm } from '../kit/browser/item-form.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { emptyImage } from '../kit/photos/image-server.ts'
import { minimalItem } from '../kit/sample-items.ts'

/** The outlines of the two icons: a triangle and a disc. */
const icons = { warning: /^M12 2 ?L? ?1 21/, info: /a10 10/ }

test.describe('2. Preview banner', () => {
  test.use({ allowedErrors: /net::ERR|status of 404/ })

  for (const path of ['/', '/create', '/nothing-here']) {
    test(`${path} shows '${runningText}' with an info icon`, async ({ page }) => {
      await page.goto(path)
      await expect(previewBanner(page)).toHaveText(new RegExp(`^${runningText}×?$`))
      await expect(previewBanner(page).locator('svg path')).toHaveAttribute('d', icons.info)
      await expect(previewBanner(page)).toBeInViewport({ ratio: 1 })
    })
  }

  test(`8. shows '${disconnectedText}' with a warning icon when the shop is down, and '${runningText}' when it is back`, async ({
    page,
    shop,
  }) => {
    await openHome(page)
    await shop.kill()
    await expect(previewBanner(page)).toHaveText(new RegExp(`^${disconnectedText}×?$`))
    await expect(previewBanner(page).locator('svg path')).toHaveAttribute('d', icons.warning)
    await shop.startAgain()
    await expect(previewBanner(page)).toContainText(runningText, { timeout: 15_000 })
    await expect(previewBanner(page).locator('svg path')).toHaveAttribute('d', icons.info)
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

  test('can be dismissed, and stays away for the tab’s session, also when the connection is lost and restored', async ({
    page,
    otherVisitor,
    shop,
  }) => {
    await openHome(otherVisitor)
    await page.goto('/')
    await previewBanner(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(previewBanner(page)).toHaveCount(0)
    await page.getByRole('banner').hover() // The list does not change below the pointer.
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/items/live'))
    await shop.kill()
    await failed
    await expect(previewBanner(otherVisitor)).toContainText(disconnectedText)
    await expect(previewBanner(page)).toHaveCount(0)
    const connected = page.waitForResponse((answer) => answer.url().endsWith('/api/items/live'))
    await shop.startAgain()
    await connected
    await isLive(otherVisitor)
    await addItem(shop.url, minimalItem())
    await expect(titles(page)).toHaveText(['Plain Scarf'])
    await expect(previewBanner(page)).toHaveCount(0)
    await page.goto('/create')
    await itemForm(page).signedIn()
    await page.goto('/')
    await addItem(shop.url, minimalItem('Seen later'))
    await expect(titles(page)).toHaveText(['Seen later', 'Plain Scarf'])
    await expect(previewBanner(page)).toHaveCount(0)
    await expect(previewBanner(otherVisitor)).toBeVisible()
  })

  test('covers nothing at the end of a page', async ({ page }) => {
    for (const path of ['/', '/create', '/nothing-here']) {
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 640 })
        await page.goto(path)
        await expect(previewBanner(page)).toBeVisible()
        await page.evaluate('scrollTo({ top: document.body.scrollHeight, behavior: "instant" })')
        const end = await page.getByRole('contentinfo').boundingBox()
        const banner = await previewBanner(page).boundingBox()
        expect((end?.y ?? 0) + (end?.height ?? 0), `${path} at ${width} px`).toBeLessThanOrEqual(banner?.y ?? 0)
      }
    }
  })

  test('a reconnection without a change is not announced again to screen readers', async ({ page, shop }) => {
    await openHome(page)
    const close = await previewBanner(page).getByRole('button').elementHandle()
    await page.evaluate('dispatchEvent(new PageTransitionEvent("pagehide"))')
    const connected = page.waitForResponse((answer) => answer.url().endsWith('/api/items/live'))
    await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow"))')
    await connected
    await addItem(shop.url, minimalItem())
    await expect(titles(page)).toHaveText(['Plain Scarf'])
    await expect(previewBanner(page)).toContainText(runningText)
    expect(await close?.evaluate((element) => element.isConnected)).toBe(true)
  })
})

test.describe('2. Preview banner: not in a shop with a public address', () => {
  test.use({ stock: 'shared', shopEnv: { SHOP_ORIGIN: 'https://shop.example', SHOP_WHO_MAY_ADD: 'anyone' } })

  test('on the home page', async ({ page, shop }) => {
    await page.route('https://photos.example/**', (route) => route.fulfill(emptyImage))
    await page.goto('/')
    await addItem(shop.url, { title: 'Seen live', imageUrl: 'https://photos.example/a.jpg' })
    await expect(titles(page).first()).toHaveText('Seen live')
    await expect(page.getByText('Preview backend')).toHaveCount(0)
  })

  test('on /create', async ({ page }) => {
    await openForm(page, {})
    await expect(page.getByText('Preview backend')).toHaveCount(0)
  })
})
