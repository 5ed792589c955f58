import type { Page } from '@playwright/test'

import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { addItemWithPhotos } from '../kit/photos/item-with-photos.ts'
import { beanie } from '../kit/sample-items.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

const strip = (page: Page) => page.getByRole('group', { name: 'Photos of Harbour Beanie' })
const thumbnail = (page: Page, number: number) => page.getByRole('link', { name: `Photo ${number} of 4`, exact: true })
const photo = (page: Page, number: number) => page.getByRole('link', { name: `Enlarge picture ${number} of 4` })
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
async function openGallery(page: Page, shop: RunningShop, fragment = '') {
  const item = await addItemWithPhotos(shop.url, { newItem: beanie, count: 4 })
  await page.goto(`/item/${item.id}${fragment}`)
  return item
}

test.describe('Gallery', () => {
  test('the fragment of a photo shows it; arrows, thumbnails and keys slide without changing URL, history or scroll position', async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width: 1280, height: 1100 })
    await openGallery(page, shop, '#photo-3')
    await shows(page, 3)
    await expect(thumbnail(page, 3)).toHaveAttribute('aria-current', 'true')
    const before = await page.evaluate('[location.href, history.length, scrollY]')
    await test.step('arrows and thumbnails', async () => {
      await thumbnail(page, 1).click()
      await shows(page, 1)
      await arrow(page, '→', 1).click()
      await shows(page, 2)
      await expect(thumbnail(page, 2)).toHaveAttribute('aria-current', 'true')
      await expect(thumbnail(page, 1)).not.toHaveAttribute('aria-current')
      await thumbnail(page, 4).click()
      await shows(page, 4)
      await arrow(page, '←', 4).click()
      await shows(page, 3)
      await thumbnail(page, 1).click()
      await shows(page, 1)
    })
    await test.step('keys', () => expectKeys(page))
    expect(await page.evaluate('[location.href, history.length, scrollY]')).toEqual(before)
    await test.step('printing: all photos are next to each other, without arrows and thumbnails', async () => {
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
})

/** The arrow keys move the strip, from its first photo on; each thumbnail is a link. */
async function expectKeys(page: Page): Promise<void> {
  await page.getByRole('link', { name: '← Back' }).focus()
  await page.keyboard.press('Tab')
  await expect(photo(page, 1)).toBeFocused()
  for (const [key, number] of [
    ['ArrowRight', 2],
    ['ArrowRight', 3],
    ['ArrowLeft', 2],
  ] as const) {
    await page.keyboard.press(key)
    await shows(page, number)
    await expect(photo(page, number)).toBeFocused()
  }
  for (const number of [1, 2, 3]) {
    await page.keyboard.press('Tab')
    await expect(thumbnail(page, number)).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await shows(page, 3)
  await expect(thumbnail(page, 3)).toBeFocused()
}

test.describe('Gallery without JavaScript', () => {
  // Chromium's own page for a picture has styles that the file's policy does not allow.
  test.use({ javaScriptEnabled: false, allowedErrors: /Applying inline style violates/ })

  test('arrows and thumbnails are links to the photos, which do not scroll the page; each photo is one to its largest file', async ({
    page,
    shop,
  }) => {
    const { photos } = await openGallery(page, shop)
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
    await photo(page, 4).click()
    await expect(page).toHaveURL(`/photos/${photos[3]?.id}-403.webp`)
  })
})
