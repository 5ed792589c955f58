import { hasLocalFonts } from '../../scripts/test/browser.ts'
import { languageNames } from '../../src/domain/language.ts'
import { createOwner } from '../kit/accounts.ts'
import { addItem, addItems } from '../kit/api-client.ts'
import { expectSoundGeometry } from '../kit/browser/geometry.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { changeSettings } from '../kit/manage-client.ts'
import { addItemWithPhotos } from '../kit/photos/item-with-photos.ts'
import { fullStock, minimalItem, yoke } from '../kit/sample-items.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

test.use({ reuseContext: true })

/** The items of the shop that the languages share. */
const stocked = new WeakMap<RunningShop, ReturnType<typeof stockShop>>()

test.describe('The geometry of visitor pages in each language', () => {
  test.use({ stock: 'shared', allowedErrors: /status of 404/ })
  test.slow()

  for (const language of ['en', 'si', 'ta'] as const) {
    const hasFont = language === 'en' || hasLocalFonts()
    test(`in ${languageNames[language]}: no texts overlap, nothing is cut or wider than the window`, async ({
      page,
      shop,
    }) => {
      test.skip(!hasFont, 'No font of this machine has these letters. Install fonts-noto-core.')
      const { id, plain } = await stocked.getOrInsertComputed(shop, stockShop)
      const pieces = [id, plain, 'gone'].join('~')
      for (const path of [
        '',
        '/pieces',
        '/pieces/Sweaters?size=S&min=1&q=yoke',
        '/pieces?q=nothing',
        `/item/${id}`,
        `/item/${plain}`,
        '/enquiry',
        `/enquiry?pieces=${pieces}&before=${pieces}~another`,
        '/no/such/page',
      ]) {
        await test.step(path, async () => {
          await page.goto(language === 'en' ? path || '/' : `/${language}${path}`)
          await expect(page.locator('html')).toHaveAttribute('lang', language)
          await expect(page.locator('.preview-banner')).toBeVisible()
          const closed = page.locator('main details:not([open]) > summary').filter({ visible: true })
          while ((await closed.count()) > 0) await closed.first().click()
          if (language !== 'en') expect(await page.evaluate(movedLetters), 'letters of words stay together').toEqual([])
          await expectSoundGeometry(page)
        })
      }
    })
  }
})

test.describe('The geometry of visitor pages', () => {
  test.use({ allowedErrors: /status of 404/ })
  test.slow()

  test('the header of an owner with an enquiry, in a shop with a long name: its longer words overlap nothing', async ({
    page,
    shop,
  }) => {
    test.skip(!hasLocalFonts(), 'No font of this machine has these letters. Install fonts-noto-core.')
    const owner = await createOwner(shop, 'owner@example.com')
    await changeSettings(shop.url, owner, { languages: ['en', 'si', 'ta'], name: 'Mary’s knitwear and wool of Kandy' })
    await page.goto('/')
    await page.evaluate("localStorage.setItem('owner', 'yes'); localStorage.setItem('enquiry', 'a~b~c~d~e~f~g~h~i~j')")
    for (const language of ['si', 'ta']) {
      await page.goto(`/${language}/no/such/page`)
      await expect(page.locator('.asked')).toContainText('10')
      await expectSoundGeometry(page, { longestTexts: true })
    }
  })
})

test.describe('Large text on a phone', () => {
  test.use({ stock: 'full' })

  test('the title of a list has the whole width: its words are not broken next to the filters', async ({ page }) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/pieces/Shawls')
    const title = await page.locator('.pieces-title').boundingBox()
    const search = await page.locator('.pieces-search').boundingBox()
    expect(title?.width).toBe(search?.width)
    await expect(page.locator('.filter-form > summary')).toBeVisible()
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
    await session.detach()
  })
})

test("of owners' pages: no texts overlap, nothing is cut or wider than the window", async ({ page, shop }) => {
  test.slow()
  const { id } = await addItemWithPhotos(shop.url, { newItem: yoke, count: 3 })
  const owner = await createOwner(shop, 'other@example.com')
  await changeSettings(shop.url, owner, { name: 'Mary’s knitwear' })
  await openAsOwner(page, shop, '/sign-in')
  const main = page.getByRole('main')
  const isFilled = (label: string) => () =>
    expect(main.getByRole('textbox', { name: label, exact: true })).not.toHaveValue('')
  const isShown = (text: string) => () => expect(main.getByText(text)).toBeVisible()
  for (const [path, isReady] of [
    [`/item/${id}`, isShown('Edit this piece')],
    ['/sign-in', isShown('You’re already signed in.')],
    ['/create', () => expect(main.getByRole('textbox', { name: 'Title', exact: true })).toBeEditable()],
    ['/manage', () => expect(main.locator('h3')).toBeVisible()],
    [`/manage?edit=${id}`, isFilled('Title')],
    ['/manage/shop', isFilled('Name of the shop')],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(path)
      await isReady()
      await expectSoundGeometry(page)
      // The pages after that of the piece show none, and keep no room for it.
      await page.evaluate("localStorage.setItem('enquiry', 'a~b')")
    })
  }
})

/** Fills a shop in three languages, with everything that its pages can show. @returns two items: with every field, and plain. */
async function stockShop(shop: RunningShop): Promise<{ id: string; plain: string }> {
  await addItems(shop.url, fullStock())
  const { id } = await addItemWithPhotos(shop.url, { newItem: yoke, count: 3 })
  const plain = await addItem(shop.url, minimalItem())
  await changeSettings(shop.url, await createOwner(shop, 'owner@example.com'), {
    languages: ['en', 'si', 'ta'],
    noticeKind: 'madeToOrder',
    noticeWeeks: 3,
    phone: '071 123 4567',
    email: 'owner@example.com',
  })
  return { id, plain: plain.id }
}

/** Texts of the page's language with spaces between their letters, or in capitals: both break the letters of these scripts. */
const movedLetters = `[...document.querySelectorAll('body *')].filter((element) => {
  const hasLetters = ({ nodeType, data }) => nodeType === Node.TEXT_NODE && /\\p{L}/u.test(data)
  if (![...element.childNodes].some(hasLetters)) return false
  if (element.closest('[lang]') !== document.documentElement) return false
  const { letterSpacing, textTransform } = getComputedStyle(element)
  return letterSpacing !== 'normal' || textTransform !== 'none'
}).map(({ outerHTML }) => outerHTML.slice(0, 160))`
