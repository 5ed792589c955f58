import { isLive } from '../kit/browser/home-page.ts'
import { newShopPageStates, pageStates } from '../kit/browser/page-states.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { readTexts } from '../kit/http/page-elements.ts'
import { yoke } from '../kit/sample-items.ts'
import { bracketWords } from '../kit/shop/bracketed-words.ts'
import { listUntranslated } from '../kit/shop/untranslated-texts.ts'

/** States in which scripts show words, the first one in a new shop; `test/shop/pseudo-language.test.ts` has all others. */
const states = [
  'home, while a new item waits',
  'item with other ways to ask, in the enquiry',
  'pieces, filters in a sheet',
]

test("Every text that a script shows on a visitor page is in the page's language, or the owner's", async ({
  page,
  shop,
}) => {
  const owner = await bracketWords(shop)
  for (const state of states) {
    await test.step(state, async () => {
      await { ...newShopPageStates, ...pageStates }[state]?.({ page, shop, newItem: yoke })
      await isLive(page)
      await expect(page.locator('html')).toHaveAttribute('lang', 'si')
      const texts = readTexts(await page.content())
      expect(texts.filter((text) => text.includes('[')).length).toBeGreaterThan(5)
      expect(await listUntranslated(texts, shop, owner)).toEqual([])
    })
  }
})
