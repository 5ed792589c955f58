import type { Page } from '@playwright/test'

import { isLive } from '../kit/browser/home-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'

/**
 * Opens a page as if it were prerendered, which browsers under test never do: sets `document.prerendering`, and `show`
 * fires its event.
 */
async function openPrerendered(page: Page, path: string): Promise<{ show: () => Promise<unknown> }> {
  await page.addInitScript(`
    let isPrerendering = true
    Object.defineProperty(Document.prototype, 'prerendering', { get: () => isPrerendering })
    window.showPage = () => {
      isPrerendering = false
      document.dispatchEvent(new Event('prerenderingchange'))
    }
    sessionStorage.setItem('notice', 'Item added!')
  `)
  await page.goto(path)
  return { show: () => page.evaluate('showPage()') }
}

test.describe('A prerendered page, before it is shown', () => {
  test.use({ stock: 'shared', allowedErrors: /status of 404/ })

  for (const path of ['/', '/item/none']) {
    test(`${path} shows no flash message and opens no live connection until it is shown`, async ({
      page,
      otherVisitor,
    }) => {
      const requested: string[] = []
      page.on('request', (request) => requested.push(new URL(request.url()).pathname))
      const { show } = await openPrerendered(page, path)
      await otherVisitor.goto(path)
      await isLive(otherVisitor) // So would this page be, had it not waited.
      expect(requested).not.toContain('/api/items/live')
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByText('Preview backend')).toHaveCount(0)
      expect(await page.evaluate('sessionStorage.getItem("notice")')).toBe('Item added!')

      await show()
      await expect(page.getByRole('alert')).toContainText('Item added!')
      await isLive(page)
      expect(requested.filter((address) => address === '/api/items/live')).toHaveLength(1)
      expect(await page.evaluate('sessionStorage.getItem("notice")')).toBeNull()
    })
  }

  test('visitor pages allow prerendering of home and items only', async ({ page }) => {
    await page.goto('/')
    const rules = JSON.parse((await page.locator('script[type="speculationrules"]').textContent()) ?? '') as unknown
    const where = { or: [{ href_matches: '/' }, { href_matches: '/item/*' }] }
    expect(rules).toEqual({ prerender: [{ where, eagerness: 'moderate' }] })
    await page.goto('/create')
    await expect(page.locator('script[type="speculationrules"]')).toHaveCount(0)
  })
})
