import { writeTagByTag } from '../kit/browser/layout-shifts.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'

const header = ['Stockinette', 'Search', 'Home', 'WhatsApp', 'Instagram', 'Add item']

test.describe('While a page arrives', () => {
  test.use({ stock: 'full', allowedErrors: /status of 404/ })

  test('nothing that is shown moves, on any screen', async ({ page, openFullShop }) => {
    const { items } = await openFullShop()
    for (const path of ['/', '/pieces', '/pieces/Shawls', `/item/${items[0]?.id}`, '/enquiry', '/nothing-here']) {
      const html = (await (await page.goto(path))?.text()) ?? ''
      for (const width of [360, 768, 1280]) {
        await test.step(`${path} at ${width} px`, async () => {
          await page.setViewportSize({ width, height: 1_400 })
          const { seen, moved } = await writeTagByTag(page, html)
          expect(seen.map((line) => line.split(':')[0])).toEqual(expect.arrayContaining(header))
          expect(moved).toEqual([])
        })
      }
    }
  })
})
