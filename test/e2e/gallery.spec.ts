import type { Page } from '@playwright/test'

import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { swipe } from '../kit/browser/swipe.ts'
import { addItemWithPhotos } from '../kit/photos/item-with-photos.ts'
import { minimalItem, beanie } from '../kit/sample-items.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

const strip = (page: Page) => page.getByRole('group', { name: 'Photos of Harbour Beanie' })
const thumbnail = (page: Page, number: number) => page.getByRole('link', { name: `Photo ${number} of 4`, exact: true })
const arrow = (page: Page, words: '←' | '→', number: number) =>
  page.locator(`#photo-${number} .arrow`).filter({ hasText: words })

/** The number of the photo that fills the strip; undefined while it slides. */
async function shownPhoto(page: Page): Promise<number | undefined> {
  const frame = await strip(page).boundingBox()
  for (const number of [1, 2, 3, 4]) {
    const box = await page.locator(`#photo-${number}`).boundingBox()
    if (frame && box && Math.abs(box.x - frame.x) < 1) return number
  }
  return undefined
}

const shows = (page: Page, number: number) => expect.poll(() => shownPhoto(page)).toBe(number)

test.use({ stock: 'shared', contextOptions: { reducedMotion: 'no-preference' } })

/** Opens the page of an item with four photos. */
async function openGallery(page: Page, shop: RunningShop, fragment = ''): Promise<void> {
  const { id } = await addItemWithPhotos(shop.url, { newItem: beanie, count: 4 })
  await page.goto(`/item/${id}${fragment}`)
}

test.describe('Gallery', () => {
  test('one photo: is shown without a strip, arrows and thumbnails', async ({ page, shop }) => {
    const { id } = await addItemWithPhotos(shop.url, { newItem: beanie })
    await page.goto(`/item/${id}`)
    const photo = page.getByRole('img', { name: 'Harbour Beanie', exact: true })
    await expect(photo).toHaveJSProperty('complete', true)
    await expect(photo).toHaveAttribute('fetchpriority', 'high')
    await expect(page.locator('.strip, .thumbnails, .arrow')).toHaveCount(0)
  })

  test('several photos: each has its own alt text, and all but the first load lazily', async ({ page, shop }) => {
    await openGallery(page, shop)
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

  test('arrows and thumbnails slide to a photo without changing URL, history or scroll position', async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width: 1280, height: 1100 })
    await openGallery(page, shop)
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

  test('keyboard: the arrow keys move the strip, and each thumbnail is a link', async ({ page, shop }) => {
    await openGallery(page, shop)
    await page.getByRole('link', { name: '← Back' }).focus()
    const photo = (number: number) => page.getByRole('link', { name: `Enlarge picture ${number} of 4` })
    await page.keyboard.press('Tab')
    await expect(photo(1)).toBeFocused()
    for (const [key, number] of [
      ['ArrowRight', 2],
      ['ArrowRight', 3],
      ['ArrowLeft', 2],
    ] as const) {
      await page.keyboard.press(key)
      await shows(page, number)
      await expect(photo(number)).toBeFocused()
    }
    for (const number of [1, 2, 3]) {
      await page.keyboard.press('Tab')
      await expect(thumbnail(page, number)).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await shows(page, 3)
    await expect(thumbnail(page, 3)).toBeFocused()
  })

  test('a URL with the fragment of a photo shows that photo', async ({ page, shop }) => {
    await openGallery(page, shop, '#photo-3')
    await shows(page, 3)
    await expect(thumbnail(page, 3)).toHaveAttribute('aria-current', 'true')
  })

  test('printing: all photos are next to each other, without arrows and thumbnails', async ({ page, shop }) => {
    await openGallery(page, shop)
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

test.describe('Gallery without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('arrows and thumbnails are links to the photos, which do not scroll the page', async ({ page, shop }) => {
    await openGallery(page, shop)
    const top = (await strip(page).boundingBox())?.y
    await arrow(page, '→', 1).click()
    await shows(page, 2)
    await expect(page).toHaveURL(/#photo-2$/)
    await arrow(page, '→', 2).click()
    await shows(page, 3)
    await arrow(page, '←', 3).click()
    await shows(page, 2)
    expect((await strip(page).boundingBox())?.y).toBe(top)
    await thumbnail(page, 4).click()
    await shows(page, 4)
  })
})

test.describe('Gallery by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

  test('a swipe moves to the next photo, and only one', async ({ page, shop }) => {
    await openGallery(page, shop)
    for (const [from, to, number] of [
      [300, 100, 2],
      [300, 100, 3],
      [60, 260, 2],
    ] as const) {
      await swipe(page, 300, from, to)
      await shows(page, number)
    }
  })
})

test.describe('Gallery on /manage', () => {
  test.use({ stock: 'empty' })

  test('shows the first photo as a small file', async ({ page, shop }) => {
    const { photos } = await addItemWithPhotos(shop.url, { newItem: minimalItem(), count: 2 })
    await openAsOwner(page, shop, '/manage')
    const picture = page.getByRole('listitem').filter({ hasText: 'Plain Scarf' }).locator('img')
    await expect(picture).toHaveAttribute('src', `/photos/${photos[0]?.id}-180.webp`)
    await expect(picture).toHaveJSProperty('naturalWidth', 180)
  })
})
