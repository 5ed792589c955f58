import type { Page } from '@playwright/test'

import { isLive } from '../kit/browser/home-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'

test.use({ stock: 'full', allowedErrors: /status of 404/ })

/** Opens a page as if it were prerendered, which browsers under test never do: it has no frames until `showPage`. */
async function openPrerendered(page: Page, shop: string, path: string): Promise<void> {
  await page.addInitScript(`
    const waiting = []
    const nextFrame = requestAnimationFrame
    window.requestAnimationFrame = (run) => waiting.push(run)
    window.showPage = () => {
      window.requestAnimationFrame = nextFrame
      waiting.forEach(nextFrame)
    }
    sessionStorage.setItem('notice', 'Item added!')
  `)
  await page.goto(path, { referer: `${shop}/create` })
}

test('a prerendered page shows no flash message and opens no live connection until it is shown', async ({
  page,
  context,
  otherVisitor,
  shop,
}) => {
  const requested: string[] = []
  context.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const connections = () => requested.filter((path) => path === '/api/items/live').length
  const pages = [page, await context.newPage()]
  for (const [index, path] of ['/', '/item/none'].entries()) await openPrerendered(pages[index]!, shop.url, path)
  await otherVisitor.goto('/item/none')
  await isLive(otherVisitor) // So would these pages be, had they not waited.
  expect(connections()).toBe(0)
  for (const [index, each] of pages.entries()) {
    await expect(each.getByRole('alert')).toHaveCount(0)
    await expect(each.getByText('Preview backend')).toHaveCount(0)
    expect(await each.evaluate('sessionStorage.getItem("notice")')).toBe('Item added!')

    await each.evaluate('showPage()')
    await expect(each.getByRole('alert')).toContainText('Item added!')
    await isLive(each)
    expect(connections()).toBe(index + 1)
    expect(await each.evaluate('sessionStorage.getItem("notice")')).toBeNull()
  }
})
