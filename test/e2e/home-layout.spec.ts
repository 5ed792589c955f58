import type { Locator, Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, addItems, signUp, type NewItem } from '../kit/api-client.ts'
import { isLive } from '../kit/browser/home-page.ts'
import { readLayoutShifts } from '../kit/browser/layout-shifts.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { swipe } from '../kit/browser/swipe.ts'
import { callApi } from '../kit/manage-client.ts'
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

const filled = new Map<string, Promise<void>>()

/** Fills the shared shop with categories, and everything that the owner can say on the home page. */
function fillHome(shop: RunningShop): Promise<void> {
  return filled.getOrInsertComputed(shop.url, () => fill(shop))
}

async function fill(shop: RunningShop): Promise<void> {
  await addItemWithPhotos(shop.url, { newItem: inCategory('Shawls') })
  await addItems(shop.url, knits.slice(0, 7).map(inCategory))
  const { idToken } = await signUp(shop.url)
  const photo = await uploadPhoto({ url: shop.url, idToken }, drawPhoto(1_600, 900))
  const about = 'I am Nimali, and I knit every piece by hand, at home. The wool comes from Ella.'
  const owner = await createOwner(shop, 'owner@example.com')
  const path = '/manage/shop'
  const present = await callApi(shop.url, owner, { method: 'GET', path })
  const version = present.headers.get('ETag')?.replaceAll('"', '') ?? ''
  const changes = { heroPhoto: photo.id, heroFocus: '10,60', aboutPhoto: photo.id, about, delivery: 'By post.' }
  const body = { ...((await present.json()) as object), ...changes }
  expect((await callApi(shop.url, owner, { method: 'PUT', path, body, version })).status).toBe(200)
}

async function boxOf(part: Locator) {
  return (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}

test.describe('Home, filled in', () => {
  test.use({ stock: 'shared' })

  test('a phone’s first screen has the hero, its button and the beginning of the categories', async ({
    page,
    shop,
  }) => {
    await fillHome(shop)
    await page.setViewportSize(phone)
    await page.goto('/')
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
  })

  test('a wide screen has the photo from edge to edge, and nothing covers its focus', async ({ page, shop }) => {
    await fillHome(shop)
    for (const width of [768, 1200, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      const photo = await boxOf(heroPhoto(page))
      expect([photo.x, photo.width]).toEqual([0, width])
      await expect(heroPhoto(page)).toHaveCSS('object-position', '10% 60%')
      const focus = [photo.x + photo.width * 0.1, photo.y + photo.height * 0.6]
      expect(await page.evaluate(`document.elementFromPoint(${focus.join()}).matches('.hero-photo *')`)).toBe(true)
      await expect(row(page).getByRole('link').first()).toBeInViewport({ ratio: 0.5 })
    }
  })

  test('nothing moves while it loads', async ({ page, shop }) => {
    await fillHome(shop)
    await page.setViewportSize(phone)
    await page.goto('/', { waitUntil: 'networkidle' })
    await expect(heroPhoto(page)).toHaveJSProperty('complete', true)
    expect(await page.evaluate(readLayoutShifts)).toEqual([])
  })

  test('‘Shop Collection’ jumps exactly to the collection', async ({ page, shop }) => {
    await fillHome(shop)
    for (const viewport of [phone, { width: 1280, height: 800 }]) {
      await page.setViewportSize(viewport)
      await page.goto('/')
      await page.getByRole('link', { name: 'Shop Collection', exact: true }).click()
      await expect.poll(async () => (await boxOf(page.locator('#catalogue'))).y).toBeCloseTo(0, 0)
    }
  })
})

test.describe('Home, by touch', () => {
  test.use({ stock: 'shared', hasTouch: true, viewport: phone })

  test('the row is swiped to its end, and stops where a category begins', async ({ page, shop }) => {
    await fillHome(shop)
    await page.goto('/')
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
  })
})

test('The categories of an open page follow each change, and lead to their pieces', async ({ page, shop }) => {
  await page.goto('/')
  await isLive(page)
  await expect(row(page).getByRole('link')).toHaveCount(0)
  const names = (categories: readonly string[]) => [...categories, 'All pieces']
  await addItems(shop.url, [...knits, ...knits.toReversed().slice(0, 12)].map(inCategory))
  const largest = knits.slice(1)
  await expect(row(page).getByRole('link')).toHaveText(names(largest))
  await expect(page.getByRole('link', { name: 'All pieces (25)' })).toBeVisible()

  await addItem(shop.url, { ...inCategory('Knit B'), imageUrl: images.url('newest') })
  await expect(row(page).locator('img').first()).toHaveAttribute('src', images.url('newest'))
  await row(page).getByRole('link', { name: 'Knit C' }).focus()
  await addItems(shop.url, [inCategory('Knit A'), inCategory('knit  a')])
  await expect(row(page).getByRole('link')).toHaveText(names(['Knit A', ...largest.slice(0, 11)]))
  await expect(row(page).getByRole('link', { name: 'Knit C' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/pieces/Knit%20C')
})
