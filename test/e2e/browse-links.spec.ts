import type { ApiItem } from '../kit/api-client.ts'
import { resize } from '../kit/browser/resize.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'

test.describe('The way to a piece', () => {
  test.use({ stock: 'full', viewport: { width: 320, height: 740 } })

  test("the breadcrumb of a long title is next to '← Back', and its links work by keyboard", async ({
    page,
    openFullShop,
  }) => {
    const { id, title } = (await openFullShop()).items.at(-3) as ApiItem
    await page.goto(`/item/${id}`)
    const way = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(way.getByRole('listitem')).toHaveText(['All pieces', 'Knits', title])
    await expect(way.locator('[aria-current=page]')).toHaveText(title)
    for (const width of [320, 1280]) {
      await resize(page, width, 740)
      const back = await page.getByRole('link', { name: '← Back', exact: true }).boundingBox()
      const first = await way.getByRole('link').first().boundingBox()
      expect(first?.y).toBeCloseTo(back?.y ?? 0, 0)
      expect(first?.x).toBeGreaterThanOrEqual((back?.x ?? 0) + (back?.width ?? 0) + 8)
    }
    await way.getByRole('link', { name: 'All pieces' }).focus()
    await page.keyboard.press('Tab')
    await expect(way.getByRole('link', { name: 'Knits' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('Knits')
  })
})
