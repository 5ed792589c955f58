import { writeTagByTag } from '../kit/browser/layout-shifts.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'

const header = ['Stockinette', 'Search', 'Home', 'WhatsApp', 'Instagram', 'Add item']

test.describe('While a page arrives', () => {
  test.use({ stock: 'full', allowedErrors: /status of 404/ })

  for (const width of [360, 768, 1280]) {
    test(`nothing that is shown moves on a screen of ${width} px`, async ({ page, openFullShop }) => {
      const { items } = await openFullShop()
      await page.setViewportSize({ width, height: 1_400 })
      for (const path of ['/', '/pieces', '/pieces/Shawls', `/item/${items[0]?.id}`, '/enquiry', '/nothing-here']) {
        await test.step(path, async () => {
          const html = (await (await page.goto(path))?.text()) ?? ''
          const { seen, moved } = await writeTagByTag(page, html)
          expect(seen.map((line) => line.split(':')[0])).toEqual(expect.arrayContaining(header))
          expect(moved).toEqual([])
        })
      }
    })
  }

  test('the header, and the top of the home page, are read before the first script: browsers paint there', async ({
    page,
  }) => {
    for (const [path, last] of [
      ['/', 'View All</a>'],
      ['/pieces', '</header>'],
    ] as const) {
      const html = (await (await page.goto(path))?.text()) ?? ''
      const [beforeScript = ''] = html.split('<script>')
      expect(beforeScript).toContain(last)
      expect(beforeScript).not.toContain('class="card"')
    }
  })
})
