import type { Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { embeddedAccess, signInAsOwner } from '../kit/browser/page-states.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { addItemWithPhotos } from '../kit/photos/item-with-photos.ts'
import { minimalItem, beanie } from '../kit/sample-items.ts'

const strip = (page: Page) => page.getByRole('group', { name: 'Photos of Harbour Beanie' })
const thumbnail = (page: Page, number: number) => page.getByRole('link', { name: `Photo ${number} of 4`, exact: true })
const arrow = (page: Page, words: '←' | '→', number: number) =>
  page.locator(`#photo-${number} .arrow`).filter({ hasText: words })

/** Which photo fills the strip; none while it is on its way. */
async function shownPhoto(page: Page): Promise<number | undefined> {
  const frame = await strip(page).boundingBox()
  for (const number of [1, 2, 3, 4]) {
    const box = await page.locator(`#photo-${number}`).boundingBox()
    if (frame && box && Math.abs(box.x - frame.x) < 1) return number
  }
  return undefined
}

const shows = (page: Page, number: number) => expect.poll(() => shownPhoto(page)).toBe(number)

test.describe('Photos of a piece', () => {
  test('one photo: the picture alone', async ({ page, shop, images }) => {
    const { id } = await addItemWithPhotos(shop.url, { newItem: beanie(images) })
    await page.goto(`/item/${id}`)
    const photo = page.getByRole('img', { name: 'Harbour Beanie', exact: true })
    await expect(photo).toHaveJSProperty('complete', true)
    await expect(photo).toHaveAttribute('fetchpriority', 'high')
    await expect(page.locator('.strip, .thumbnails, .arrow')).toHaveCount(0)
  })

  test('several: each says which it is, the first is loaded at once, the others late', async ({
    page,
    shop,
    images,
  }) => {
    const { id } = await addItemWithPhotos(shop.url, { newItem: beanie(images), count: 4 })
    await page.goto(`/item/${id}`)
    const photos = strip(page).locator('picture img')
    await expect(photos).toHaveCount(4)
    for (const [index, photo] of (await photos.all()).entries()) {
      const alt = index === 0 ? 'Harbour Beanie' : `Harbour Beanie, photo ${index + 1} of 4`
      await expect(photo).toHaveAttribute('alt', alt)
      if (index === 0) await expect(photo).toHaveAttribute('fetchpriority', 'high')
      else await expect(photo).toHaveAttribute('loading', 'lazy')
    }
    await expect(arrow(page, '←', 1)).toHaveCount(0)
    await expect(arrow(page, '→', 4)).toHaveCount(0)
  })

  test('arrows and thumbnails slide to a photo, and leave page and history alone', async ({ page, shop, images }) => {
    await page.setViewportSize({ width: 1280, height: 1100 })
    const { id } = await addItemWithPhotos(shop.url, { newItem: beanie(images), count: 4 })
    await page.goto(`/item/${id}`)
    await expect(thumbnail(page, 1)).toHaveAttribute('aria-current', 'true')
    const before = await page.evaluate('[location.href, history.length, scrollY]')
    await arrow(page, '→', 1).click()
    await shows(page, 2)
    await expect(thumbnail(page, 2)).toHaveAttribute('aria-current', 'true')
    await expect(thumbnail(page, 1)).not.toHaveAttribute('aria-current')
    await thumbnail(page, 4).click()
    await shows(page, 4)
    await arrow(page, '←', 4).click()
    await shows(page, 3)
    expect(await page.evaluate('[location.href, history.length, scrollY]')).toEqual(before)
  })

  test('by keyboard: the strip moves with the arrow keys, and each thumbnail is a link', async ({
    page,
    shop,
    images,
  }) => {
    const { id } = await addItemWithPhotos(shop.url, { newItem: beanie(images), count: 4 })
    await page.goto(`/item/${id}`)
    await page.getByRole('link', { name: '← Back' }).focus()
    await page.keyboard.press('Tab')
    await expect(strip(page)).toBeFocused()
    for (const [key, number] of [
      ['ArrowRight', 2],
      ['ArrowRight', 3],
      ['ArrowLeft', 2],
    ] as const) {
      await page.keyboard.press(key)
      await shows(page, number)
    }
    for (const number of [1, 2, 3]) {
      await page.keyboard.press('Tab')
      await expect(thumbnail(page, number)).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await shows(page, 3)
    await expect(thumbnail(page, 3)).toBeFocused()
  })

  test('a link to a photo shows it', async ({ page, shop, images }) => {
    const { id } = await addItemWithPhotos(shop.url, { newItem: beanie(images), count: 4 })
    await page.goto(`/item/${id}#photo-3`)
    await shows(page, 3)
    await expect(thumbnail(page, 3)).toHaveAttribute('aria-current', 'true')
  })

  test('printed, they stand side by side, without what leads to them', async ({ page, shop, images }) => {
    const { id } = await addItemWithPhotos(shop.url, { newItem: beanie(images), count: 4 })
    await page.goto(`/item/${id}`)
    await page.emulateMedia({ media: 'print' })
    const frame = await strip(page).boundingBox()
    for (const number of [1, 2, 3, 4]) {
      const box = await page.locator(`#photo-${number}`).boundingBox()
      expect(box && frame && box.x + box.width <= frame.x + frame.width + 1).toBe(true)
    }
    await expect(arrow(page, '→', 1)).toBeHidden()
    await expect(thumbnail(page, 1)).toBeHidden()
  })
})

test.describe('Photos of a piece, without script', () => {
  test.use({ javaScriptEnabled: false })

  test('arrows and thumbnails are links to the photos, which leave the page where it is', async ({
    page,
    shop,
    images,
  }) => {
    const { id } = await addItemWithPhotos(shop.url, { newItem: beanie(images), count: 4 })
    await page.goto(`/item/${id}`)
    const top = (await strip(page).boundingBox())?.y
    await arrow(page, '→', 1).click()
    await shows(page, 2)
    await expect(page).toHaveURL(`/item/${id}#photo-2`)
    await arrow(page, '→', 2).click()
    await shows(page, 3)
    await arrow(page, '←', 3).click()
    await shows(page, 2)
    expect((await strip(page).boundingBox())?.y).toBe(top)
    await thumbnail(page, 4).click()
    await shows(page, 4)
  })
})

test.describe('Photos of a piece, by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

  test('a swipe leads to the next photo, and stops there', async ({ page, shop, images }) => {
    const { id } = await addItemWithPhotos(shop.url, { newItem: beanie(images), count: 4 })
    await page.goto(`/item/${id}`)
    for (const [from, to, number] of [
      [300, 100, 2],
      [300, 100, 3],
      [60, 260, 2],
    ] as const) {
      await swipe(page, from, to)
      await shows(page, number)
    }
  })
})

/** Drags a finger sideways over the photos, from one place to the other. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 300 }] })
  await touch('touchStart', from)
  for (let step = 1; step <= 10; step++) await touch('touchMove', from + ((to - from) * step) / 10)
  await touch('touchEnd')
  await devTools.detach()
}

test.describe('Photos of a piece, on /manage', () => {
  test('the first one, as a small file', async ({ page, shop, images }) => {
    const { photos } = await addItemWithPhotos(shop.url, { newItem: minimalItem(images), count: 2 })
    await createOwner(embeddedAccess(shop), 'maker@example.com')
    await signInAsOwner(page, 'maker@example.com', '/manage')
    const picture = page.getByRole('listitem').filter({ hasText: 'Plain Scarf' }).locator('img')
    await expect(picture).toHaveAttribute('src', `/photos/${photos[0]?.id}-180.webp`)
    await expect(picture).toHaveJSProperty('naturalWidth', 180)
  })
})
