import type { Page } from '@playwright/test'

import { expect, test } from '../kit/browser/shop-fixtures.ts'

const running = 'Preview backend running in this workspace.'
const disconnected = 'Preview backend disconnected.'

/** The outlines of the two icons: a triangle and a disc. */
const icons = { warning: /^M12 2 ?L? ?1 21/, info: /a10 10/ }

function banner(page: Page) {
  return page.getByRole('status').filter({ hasText: 'Preview backend' })
}

test.describe('2. Preview banner', () => {
  test.use({ allowedErrors: /net::ERR|status of 404/ })

  for (const path of ['/', '/create', '/nothing-here']) {
    test(`${path} shows '${running}' with an info icon`, async ({ page }) => {
      await page.goto(path)
      await expect(banner(page)).toHaveText(new RegExp(`^${running}×?$`))
      await expect(banner(page).locator('svg path')).toHaveAttribute('d', icons.info)
      await expect(banner(page)).toBeInViewport({ ratio: 1 })
    })
  }

  test(`8. shows '${disconnected}' with a warning icon when the shop is down, and '${running}' when it is back`, async ({
    page,
    shop,
  }) => {
    await page.goto('/')
    await expect(banner(page)).toContainText(running)
    await shop.kill()
    await expect(banner(page)).toHaveText(new RegExp(`^${disconnected}×?$`))
    await expect(banner(page).locator('svg path')).toHaveAttribute('d', icons.warning)
    await shop.startAgain()
    await expect(banner(page)).toContainText(running, { timeout: 15_000 })
    await expect(banner(page).locator('svg path')).toHaveAttribute('d', icons.info)
  })

  test('is added after the load event, and is not in the HTML', async ({ page, request }) => {
    expect(await (await request.get('/')).text()).not.toContain('class="preview-banner"')
    const released = Promise.withResolvers<void>()
    await page.route('**/released.svg', async (route) => {
      await released.promise
      await route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
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
    await expect(banner(page)).toHaveCount(0)
    released.resolve()
    await expect(banner(page)).toBeVisible()
  })

  test('can be dismissed, and stays dismissed when the connection is lost and restored', async ({ page, shop }) => {
    await page.goto('/')
    await banner(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(banner(page)).toHaveCount(0)
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/items/live'))
    await shop.kill()
    await failed
    await expect(banner(page)).toHaveCount(0)
    const connected = page.waitForResponse((answer) => answer.url().endsWith('/api/items/live'))
    await shop.startAgain()
    await connected
    await expect(banner(page)).toHaveCount(0)
    await page.reload()
    await expect(banner(page)).toBeVisible()
  })

  test('a reconnection without a change is not announced again to screen readers', async ({ page }) => {
    await page.goto('/')
    await expect(banner(page)).toBeVisible()
    const close = await banner(page).getByRole('button').elementHandle()
    await page.evaluate('dispatchEvent(new PageTransitionEvent("pagehide"))')
    const connected = page.waitForResponse((answer) => answer.url().endsWith('/api/items/live'))
    await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow"))')
    await connected
    await expect(banner(page)).toContainText(running)
    expect(await close?.evaluate((element) => element.isConnected)).toBe(true)
  })
})

test.describe('2. Preview banner: not in a shop with a public address', () => {
  test.use({ shopEnv: { SHOP_ORIGIN: 'https://shop.example' } })

  for (const path of ['/', '/create']) {
    test(`on ${path}`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await page.waitForLoadState('load')
      if (path === '/create') await expect(page.getByText('Signing in…')).toHaveCount(0)
      await expect(banner(page)).toHaveCount(0)
      await expect(page.getByText('Preview backend')).toHaveCount(0)
    })
  }
})
