import { hasLocalFonts } from '../../scripts/test/browser.ts'
import { createOwner } from '../kit/accounts.ts'
import { addItem, addItems, type NewItem } from '../kit/api-client.ts'
import { expectSoundGeometry } from '../kit/browser/geometry.ts'
import { isLive } from '../kit/browser/home-page.ts'
import { newShopPageStates, pageStates } from '../kit/browser/page-states.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { changeSettings } from '../kit/manage-client.ts'
import { addItemWithPhotos } from '../kit/photos/item-with-photos.ts'
import { beanie, fullStock, minimalItem } from '../kit/sample-items.ts'

test.use({ reuseContext: true })

/** An ordinary piece, in three colours. */
const yoke: NewItem = {
  ...beanie,
  title: 'Midnight Yoke Sweater',
  category: 'Sweaters',
  size: 'S / M / L',
  color: 'Navy, ivory, mustard',
}

test.describe('The geometry of every page in every state', () => {
  test.use({ allowedErrors: /status of 4(?:03|04|10)|net::ERR/ })
  test.slow()

  for (const [stock, states] of [
    ['shared', pageStates],
    ['empty', newShopPageStates],
  ] as const) {
    test.describe(stock === 'empty' ? 'in a new shop' : 'in any shop', () => {
      test.use({ stock })

      for (const [screen, open] of Object.entries(states)) {
        test(`'${screen}': no texts overlap, nothing is cut or wider than the window`, async ({ page, shop }) => {
          await open({ page, shop, newItem: yoke })
          await isLive(page)
          await expectSoundGeometry(page)
        })
      }
    })
  }
})

test.describe('The geometry of visitor pages in Sinhala and Tamil', () => {
  test.use({ allowedErrors: /status of 4(?:03|04|10)|net::ERR/ })
  test.slow()
  test.skip(!hasLocalFonts(), 'No font of this machine has the letters of Sinhala and Tamil. Install fonts-noto-core.')

  for (const language of ['si', 'ta'] as const) {
    test(`${language}: no texts overlap, nothing is cut or wider than the window, no letters are moved`, async ({
      page,
      shop,
    }) => {
      await addItems(shop.url, fullStock())
      const { id } = await addItemWithPhotos(shop.url, { newItem: yoke, count: 3 })
      const plain = await addItem(shop.url, minimalItem())
      const owner = await createOwner(shop, 'owner@example.com')
      await changeSettings(shop.url, owner, {
        languages: ['en', 'si', 'ta'],
        noticeKind: 'madeToOrder',
        noticeWeeks: 3,
        phone: '071 123 4567',
        email: 'owner@example.com',
      })
      const pieces = [id, plain.id, 'gone'].join('~')
      for (const path of [
        '',
        '/pieces',
        '/pieces/Sweaters?size=S&min=1&q=yoke',
        '/pieces?q=nothing',
        `/item/${id}`,
        `/item/${plain.id}`,
        '/enquiry',
        `/enquiry?pieces=${pieces}&before=${pieces}~another`,
        '/no/such/page',
      ]) {
        await test.step(path, async () => {
          await page.goto(`/${language}${path}`)
          await expect(page.locator('html')).toHaveAttribute('lang', language)
          await expect(page.locator('.preview-banner')).toBeVisible()
          for (const summary of await page.locator('main details:not([open]) > summary').all()) await summary.click()
          expect(await page.evaluate(movedLetters)).toEqual([])
          await expectSoundGeometry(page)
        })
      }
    })
  }
})

/** Texts of the page's language with spaces between their letters, or in capitals: both break the letters of these scripts. */
const movedLetters = `[...document.querySelectorAll('body *')].filter((element) => {
  const hasLetters = ({ nodeType, data }) => nodeType === Node.TEXT_NODE && /\\p{L}/u.test(data)
  if (![...element.childNodes].some(hasLetters)) return false
  if (element.closest('[lang]') !== document.documentElement) return false
  const { letterSpacing, textTransform } = getComputedStyle(element)
  return letterSpacing !== 'normal' || textTransform !== 'none'
}).map(({ outerHTML }) => outerHTML.slice(0, 160))`
