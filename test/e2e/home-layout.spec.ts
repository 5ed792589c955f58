import type { Locator, Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, addItems, signUp, type NewItem } from '../kit/api-client.ts'
import { findViolations, looksWithTablet } from '../kit/browser/accessibility.ts'
import { openHome } from '../kit/browser/home-page.ts'
import { readLayoutShifts } from '../kit/browser/layout-shifts.ts'
import { resize } from '../kit/browser/resize.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { swipe } from '../kit/browser/swipe.ts'
import { changeSettings } from '../kit/manage-client.ts'
import { images } from '../kit/photos/image-server.ts'
import { addItemWithPhotos } from '../kit/photos/item-with-photos.ts'
import { drawPhoto, uploadPhoto } from '../kit/photos/photos.ts'
import { minimalItem } from '../kit/sample-items.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

const phone = { width: 360, height: 740 }
const row = (page: Page) => page.getByRole('region', { name: 'Categories' })
const heroPhoto = (page: Page) => page.locator('.hero-photo picture img')
const inCategory = (category: string): NewItem => ({ ...minimalItem(category), category })
const knits = Array.from({ length: 13 }, (_, index) => `Knit ${String.fromCodePoint(65 + index)}`)

/** Fills the shop with categories, and everything that the owner can say on the home page. */
async function fillHome(shop: RunningShop): Promise<void> {
  await addItemWithPhotos(shop.url, { newItem: inCategory('Shawls') })
  await addItems(shop.url, knits.slice(0, 7).map(inCategory))
  const { idToken } = await signUp(shop.url)
  const photo = await uploadPhoto({ url: shop.url, idToken }, drawPhoto(1_600, 900))
  await changeSettings(shop.url, await createOwner(shop, 'owner@example.com'), {
    heroPhoto: photo.id,
    heroFocus: '10,60',
    place: 'Nuwara Eliya',
    about: 'I am Nimali, and I knit every piece by hand, at home. The wool comes from Ella: https://ella.example.',
    aboutPhoto: photo.id,
    delivery: 'By post.',
    whatsapp: '94771234568',
    instagram: 'https://www.instagram.com/nimali.knits',
  })
}

async function boxOf(part: Locator) {
  return (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}

test.describe('Home, filled in', () => {
  test.use({ hasTouch: true, viewport: phone })

  test('fits phones and wide screens, does not move, and leads to the collection', async ({ page, shop }) => {
    await fillHome(shop)
    await test.step('nothing moves while it loads', async () => {
      await page.goto('/', { waitUntil: 'networkidle' })
      await expect(heroPhoto(page)).toHaveJSProperty('complete', true)
      expect(await page.evaluate(readLayoutShifts)).toEqual([])
    })
    await test.step('a phone’s first screen has the hero, its button and the beginning of the categories', () =>
      expectFirstScreen(page))
    for (const width of [768, 1200, 1920]) {
      await test.step(`a screen of ${width} px has the photo from edge to edge, and nothing covers its focus`, () =>
        expectWidePhoto(page, width))
    }
    await page.setViewportSize(phone)
    await test.step('the row is swiped to its end, and stops where a category begins', () => expectSwipes(page))
    await test.step('all of a category that gets the focus is in the window', () => expectFocusedInWindow(page))
    await test.step("‘Shop Collection’ jumps exactly to the collection, and 'View All' is a link to home", async () => {
      await expectJump(page)
      await page.getByRole('main').getByRole('link', { name: 'View All', exact: true }).click()
      await expect(page).toHaveURL('/')
      await resize(page, 1280)
      await expectJump(page)
    })
    await test.step('the rest of what the owner has written about herself unfolds', async () => {
      await expect(page.getByText('The wool comes from Ella')).toBeHidden()
      await page.getByText('Read more').click()
      await expect(page.getByText('The wool comes from Ella')).toBeVisible()
    })
    await test.step('it is as wide as the window, and accessible', async () => {
      for (const width of [320, 768, 1280]) {
        await resize(page, width)
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      }
      expect(await findViolations(page, looksWithTablet)).toEqual([])
    })
  })
})

async function expectFirstScreen(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: 'Shop Collection' })).toBeInViewport({ ratio: 1 })
  await expect(row(page).getByRole('link').first()).toBeInViewport({ ratio: 1 })
  const [hero, first, fourth] = await Promise.all([
    boxOf(heroPhoto(page)),
    boxOf(row(page).getByRole('link').first()),
    boxOf(row(page).getByRole('link').nth(3)),
  ])
  expect([hero.x, hero.width]).toEqual([0, phone.width])
  expect(hero.height).toBeGreaterThan(phone.height / 5)
  // The next one is cut by the edge of the window: there is more to swipe to.
  expect(fourth.x < phone.width && fourth.x + fourth.width > phone.width).toBe(true)
  expect(first.height).toBeGreaterThanOrEqual(44)
}

async function expectWidePhoto(page: Page, width: number): Promise<void> {
  await resize(page, width)
  const photo = await boxOf(heroPhoto(page))
  expect([photo.x, photo.width]).toEqual([0, width])
  await expect(heroPhoto(page)).toHaveCSS('object-position', '10% 60%')
  const focus = [photo.x + photo.width * 0.1, photo.y + photo.height * 0.6]
  expect(await page.evaluate(`document.elementFromPoint(${focus.join()}).matches('.hero-photo *')`)).toBe(true)
  await expect(row(page).getByRole('link').first()).toBeInViewport({ ratio: 0.5 })
}

async function expectSwipes(page: Page): Promise<void> {
  const links = row(page).getByRole('link')
  await expect(links.last()).not.toBeInViewport()
  const { y, height } = await boxOf(row(page))
  const beginnings = async () => (await Promise.all((await links.all()).map(boxOf))).map(({ x }) => Math.round(x))
  const [edge = 0] = await beginnings()
  await swipe(page, y + height / 2, 300, 150)
  await expect.poll(async () => (await beginnings()).slice(1)).toContain(edge)
  for (let turn = 0; turn < 4; turn++) await swipe(page, y + height / 2, 340, 20)
  await expect(links.last()).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width)
}

async function expectFocusedInWindow(page: Page): Promise<void> {
  const links = await row(page).getByRole('link').all()
  await links[0]?.focus()
  for (const link of links) {
    await expect(link).toBeFocused()
    await expect(link).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Tab')
  }
}

async function expectJump(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Shop Collection', exact: true }).click()
  await expect(page).toHaveURL('/#catalogue')
  await expect.poll(async () => (await boxOf(page.locator('#catalogue'))).y).toBeCloseTo(0, 0)
  await expect(page.getByRole('article').first()).toBeInViewport({ ratio: 0.5 })
  expect(await page.evaluate('scrollY')).toBeGreaterThan(0)
}

test('The categories of an open page follow each change, and lead to their pieces', async ({ page, shop }) => {
  await openHome(page)
  const links = row(page).getByRole('link')
  await expect(links).toHaveCount(0)
  await addItems(shop.url, ['Caps', 'Socks', 'Shawls', 'Socks', 'Caps', 'Caps'].map(inCategory))
  await expect(links).toHaveText(['Caps', 'Socks', 'Shawls'])
  await expect(page.getByRole('link', { name: 'All pieces (6)' })).toBeVisible()

  await addItem(shop.url, { ...inCategory('Caps'), imageUrl: images.url('newest') })
  await expect(row(page).locator('img').first()).toHaveAttribute('src', images.url('newest'))
  await links.filter({ hasText: 'Shawls' }).focus()
  await addItems(shop.url, [inCategory('Knit A'), inCategory('knit  a'), inCategory('Knit A')])
  await expect(links).toHaveText(['Caps', 'Knit A', 'Socks', 'Shawls'])
  await expect(links.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/pieces/Shawls')
})
