import type { Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItems } from '../kit/api-client.ts'
import { card as cardOf } from '../kit/browser/home-page.ts'
import { resize } from '../kit/browser/resize.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { callApi, listManaged } from '../kit/manage-client.ts'
import { beanie, minimalItem } from '../kit/sample-items.ts'

test.describe('2. Route /: card', () => {
  test('long texts take two lines, neighbours line up, and a sold item says so on its picture, which is dimmed', async ({
    page,
    shop,
  }) => {
    const long = {
      ...beanie,
      title: 'அழகான கம்பளி தொப்பி '.repeat(6).trim(),
      tagline: 'a soft word '.repeat(16).trim(),
      category: 'Baby clothes, blankets and bonnets for cool evenings',
    }
    await addItems(shop.url, [minimalItem('Gone'), beanie, { ...beanie, tagline: '' }, long, minimalItem()])
    const owner = await createOwner(shop, 'owner@example.com')
    const { id, version } = (await listManaged(shop.url, owner)).at(-1) ?? { id: '', version: '' }
    await callApi(shop.url, owner, { method: 'PATCH', path: `/items/${id}`, body: { sold: true }, version })
    await page.goto('/')
    for (const width of [320, 768, 1280]) {
      await test.step(`the second card, of long texts, at ${width} px`, async () => {
        await resize(page, width)
        await expectTwoLines(page, width < 768)
        await expect(page.getByRole('article').nth(1).getByRole('heading')).toHaveAccessibleName(long.title)
      })
    }
    await test.step('sold, and for sale', async () => {
      const sold = cardOf(page, 'Gone')
      const word = await sold.getByText('Sold', { exact: true }).boundingBox()
      const picture = await sold.locator('.card-frame').boundingBox()
      expect(word && picture && word.y + word.height < picture.y + picture.height).toBe(true)
      await expect(sold.locator('.card-frame')).toHaveCSS('opacity', '0.5')
      await expect(cardOf(page, 'Plain Scarf').locator('.card-frame')).toHaveCSS('opacity', '1')
      await expect(page.getByRole('article').getByText('Sold')).toHaveCount(1)
    })
  })
})

/** Checks the second card, next to the first: cards of phones have fewer parts. */
async function expectTwoLines(page: Page, isPhone: boolean): Promise<void> {
  const cards = page.getByRole('article')
  await expect(cards.nth(1).locator('.tagline')).toBeVisible({ visible: !isPhone })
  await expect(cards.nth(1).locator('.chip')).toBeVisible({ visible: !isPhone })
  const oneLine = await cards.first().locator('h3').boundingBox()
  for (const part of isPhone ? ['h3'] : ['h3', '.tagline']) {
    const { height = 0 } = (await cards.nth(1).locator(part).boundingBox()) ?? {}
    expect(Math.round(height / (oneLine?.height ?? 0)), part).toBe(2)
  }
  for (const part of isPhone ? ['.price'] : ['.price', '.chip']) {
    const tops = await cards.locator(part).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(tops[0], part).toBeCloseTo(tops[1] ?? 0, 0)
  }
}
