import type { Page } from '@playwright/test'

import { expect, test } from '../kit/browser/shop-fixtures.ts'

/**
 * Browsers under test never prerender. A page that is told that it is being prerendered cannot tell the difference:
 * `document.prerendering` and its event are all that it knows.
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
  test.use({ allowedErrors: /status of 404/ })

  for (const path of ['/', '/item/none']) {
    test(`${path} takes no notice and opens no live connection; both once it is shown`, async ({ page }) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      const { show } = await openPrerendered(page, path)
      expect(asked).not.toContain('/api/items/live')
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByText('Preview backend')).toHaveCount(0)
      expect(await page.evaluate('sessionStorage.getItem("notice")')).toBe('Item added!')

      await show()
      await expect(page.getByRole('alert')).toContainText('Item added!')
      await expect(page.getByText('Preview backend running')).toBeVisible()
      expect(asked.filter((address) => address === '/api/items/live')).toHaveLength(1)
      expect(await page.evaluate('sessionStorage.getItem("notice")')).toBeNull()
    })
  }

  test('visitor pages say which pages may be prerendered: home and items, nothing that signs in', async ({ page }) => {
    await page.goto('/')
    const rules = JSON.parse((await page.locator('script[type="speculationrules"]').textContent()) ?? '') as unknown
    const where = { or: [{ href_matches: '/' }, { href_matches: '/item/*' }] }
    expect(rules).toEqual({ prerender: [{ where, eagerness: 'moderate' }] })
    await page.goto('/create')
    await expect(page.locator('script[type="speculationrules"]')).toHaveCount(0)
  })
})
