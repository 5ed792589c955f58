import type { Page } from '@playwright/test'

import { addItem, addItems, type NewItem } from '../kit/api-client.ts'
import { card, isLive } from '../kit/browser/home-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { beanie, minimalItem } from '../kit/sample-items.ts'

const inCategory = (category: string, title?: string): NewItem => ({ ...minimalItem(title), category })
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).first()

test.describe('Chips and the way to a piece', () => {
  test.use({ stock: 'shared' })

  test("an item's size and colour lead to all pieces of it, each of several by itself", async ({ page, shop }) => {
    const { id } = await addItem(shop.url, { ...beanie, size: 'S / M,L', color: 'Dusty rose' })
    await page.goto(`/item/${id}`)
    const main = page.getByRole('main')
    await expect(main.getByText('Size: S / M,L', { exact: true })).toBeVisible()
    for (const [name, path] of [
      ['Beanies', '/pieces/Beanies'],
      ['S', '/pieces?size=S'],
      ['M', '/pieces?size=M'],
      ['L', '/pieces?size=L'],
      ['Color: Dusty rose', '/pieces?color=Dusty+rose'],
    ] as const) {
      await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
    }
    await main.getByRole('link', { name: 'M', exact: true }).click()
    await expect(card(page, 'Harbour Beanie').first()).toBeVisible()
  })

  for (const width of [320, 1280]) {
    test(`at ${width} px, the breadcrumb is next to '← Back', and its links work by keyboard`, async ({
      page,
      shop,
    }) => {
      await page.setViewportSize({ width, height: 740 })
      const { id } = await addItem(shop.url, { ...beanie, title: 'Long '.repeat(20) })
      await page.goto(`/item/${id}`)
      const way = page.getByRole('navigation', { name: 'Breadcrumb' })
      await expect(way.getByRole('listitem')).toHaveText(['All pieces', 'Beanies', 'Long '.repeat(20).trim()])
      await expect(way.locator('[aria-current=page]')).toHaveText('Long '.repeat(20).trim())
      const back = await page.getByRole('link', { name: '← Back', exact: true }).boundingBox()
      const first = await way.getByRole('link').first().boundingBox()
      expect(first?.y).toBeCloseTo(back?.y ?? 0, 0)
      expect(first?.x).toBeGreaterThanOrEqual((back?.x ?? 0) + (back?.width ?? 0) + 8)
      await way.getByRole('link', { name: 'All pieces' }).focus()
      await page.keyboard.press('Tab')
      await expect(way.getByRole('link', { name: 'Beanies' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(heading(page)).toHaveText('Beanies')
    })
  }
})

test("'More pieces' has four of the item's category, and a newer one of it leaves the page in the cache", async ({
  page,
  shop,
}) => {
  const caps = ['Cap 1', 'Cap 2', 'Cap 3', 'Cap 4', 'Cap 5'].map((title) => inCategory('Caps', title))
  const [first] = await addItems(shop.url, [...caps, ...Array.from({ length: 24 }, () => minimalItem('Other'))])
  await page.goto(`/item/${first?.id}`)
  const more = page.getByRole('complementary', { name: 'More pieces' }).getByRole('listitem')
  await expect(more).toHaveText(['Cap 5', 'Cap 4', 'Cap 3', 'Cap 2'])
  await expect(more.locator('[data-id]')).toHaveCount(0)
  await isLive(page)
  const revision = await page.locator('.item').getAttribute('data-revision')
  await addItem(shop.url, inCategory('caps', 'Cap 6'))
  await page.reload()
  await expect(more).toHaveText(['Cap 5', 'Cap 4', 'Cap 3', 'Cap 2'])
  expect(await page.locator('.item').getAttribute('data-revision')).toBe(revision)
})
