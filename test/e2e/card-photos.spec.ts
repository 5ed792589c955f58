import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

import { addItem } from '../kit/api-client.ts'
import { nextFrame } from '../kit/browser/resize.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { addItemWithPhotos } from '../kit/photos/item-with-photos.ts'
import { beanie } from '../kit/sample-items.ts'

const cards = (page: Page) => page.getByRole('article')
const photos = (page: Page) => cards(page).locator('picture img')

/**
 * Lets a photo choose its file again, which a browser does when an image is new.
 * @returns the width of the file, of the image by `sizes` and as drawn, in pixels.
 */
function chooseAgain(photo: Locator) {
  return photo.evaluate(
    async (image: { parentElement: { cloneNode(isDeep: true): Picture; replaceWith(other: Picture): void } }) => {
      const picture = image.parentElement.cloneNode(true)
      image.parentElement.replaceWith(picture)
      const fresh = picture.querySelector('img')
      await fresh.decode()
      return {
        file: Number(/-(\d+)\.avif$/.exec(fresh.currentSrc)?.[1]),
        // With `sizes`, the natural width is the width that `sizes` resolves to.
        bySizes: fresh.naturalWidth,
        drawn: fresh.clientWidth,
      }
    },
  )
}

interface Picture {
  querySelector(selector: 'img'): {
    decode(): Promise<void>
    readonly currentSrc: string
    readonly naturalWidth: number
    readonly clientWidth: number
  }
}

/**
 * Screens with the pixels of a file that they use for each CSS pixel: phones at most two. Those that need small files come first,
 * because Chromium takes a larger file where it has one.
 */
const screens = [1, 2, 3]
  .flatMap((deviceScaleFactor) =>
    [360, 412, 768, 1280, 1440].map((width) => {
      return { width, deviceScaleFactor, ratio: width < 768 ? Math.min(deviceScaleFactor, 2) : deviceScaleFactor }
    }),
  )
  .toSorted((a, b) => a.ratio - b.ratio || a.width - b.width)

test.describe('Card photos', () => {
  test.use({ stock: 'shared', allowedErrors: /net::ERR/ })

  test('the file is as wide as drawn, for at most two device pixels per CSS pixel on phones', async ({
    page,
    context,
    shop,
  }) => {
    await addItemWithPhotos(shop.url, { newItem: beanie, width: 1_440 })
    await page.goto('/')
    const devTools = await context.newCDPSession(page)
    const chosen: Record<string, number> = {}
    for (const { width, deviceScaleFactor, ratio } of screens) {
      const screen = { width, height: 800, deviceScaleFactor, mobile: false }
      await devTools.send('Emulation.setDeviceMetricsOverride', screen)
      await nextFrame(page)
      const { file, bySizes, drawn } = await chooseAgain(photos(page).first())
      const where = `at ${width} px, ${deviceScaleFactor} device pixels per CSS pixel`
      expect(Math.abs(bySizes - (drawn * ratio) / deviceScaleFactor) / drawn, where).toBeLessThan(0.05)
      expect(file / (drawn * Math.min(deviceScaleFactor, 2)), where).toBeGreaterThan(0.85)
      chosen[`${width} × ${deviceScaleFactor}`] = file
    }
    expect(chosen).toMatchObject({ '360 × 2': 360, '360 × 3': 360, '1280 × 1': 360, '1280 × 2': 540 })
  })

  test('that cannot be loaded have words in their place, and their cards stay within their column', async ({
    page,
    shop,
  }) => {
    const { id } = await addItemWithPhotos(shop.url, { newItem: { ...beanie, category: 'Broken' } })
    await addItem(shop.url, { ...beanie, category: 'Broken', imageUrl: 'https://127.0.0.1:9/none.jpg' })
    await page.route('**/photos/**', (route) => route.abort())
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/pieces/Broken')
    const drawn = cards(page).locator('img')
    await expect(drawn).toHaveCount(3)
    for (const image of await drawn.all()) await expect(image).toHaveCSS('opacity', '0')
    await expect(cards(page).getByText('No picture', { exact: true })).toHaveCount(2)
    for (const card of await cards(page).all()) {
      await expect(card.getByText('No picture', { exact: true })).toBeVisible()
      const place = await card.locator('.card-frame').boundingBox()
      expect((place?.height ?? 0) / (place?.width ?? 1)).toBeCloseTo(1.25)
      expect((await card.boundingBox())?.width).toBeLessThan(144)
    }
    await page.goto('/')
    const onHome = page.locator(`#items .card-frame[href$="${id}"]`)
    await expect(onHome.getByText('No picture', { exact: true })).toBeVisible()
    const { width = 0, height = 0 } = (await onHome.boundingBox()) ?? {}
    expect(height / width).toBeCloseTo(1.25)
    await page.goto(`/item/${id}`)
    await expect(page.locator('.gallery').getByText('Harbour Beanie', { exact: true })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Harbour Beanie' })).toHaveCount(1)
  })

  test('that fail at once, as the network changes, are loaded again', async ({ page, shop }) => {
    await addItemWithPhotos(shop.url, { newItem: { ...beanie, category: 'On the way' } })
    await page.route('**/photos/**', (route) => route.abort('failed'), { times: 1 })
    const failed = page.waitForEvent('requestfailed')
    await page.goto('/pieces/On the way')
    await failed
    await expect(photos(page)).not.toHaveJSProperty('naturalWidth', 0)
    await expect(photos(page)).toHaveCSS('opacity', '1')
    await expect(page.getByText('No picture')).toHaveCount(0)
  })
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(`Photo placeholders, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ stock: 'shared', javaScriptEnabled })

    test('are shown until the photo has loaded and covers them, without a layout shift', async ({ page, shop }) => {
      const category = `JavaScript ${javaScriptEnabled}`
      await addItemWithPhotos(shop.url, { newItem: { ...beanie, category } })
      const white = await sharp({ create: { width: 360, height: 450, channels: 3, background: '#fff' } })
        .avif()
        .toBuffer()
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/photos/**', async (route) => {
        await released
        await route.fulfill({ contentType: 'image/avif', body: white })
      })
      await page.goto(`/pieces/${category}`, { waitUntil: 'commit' })
      const place = cards(page).locator('.card-frame')
      await place.scrollIntoViewIfNeeded()
      const before = await place.boundingBox()
      await expect.poll(() => cornersOf(place)).toEqual(['dark', 'light'])

      const loaded = page.waitForEvent('requestfinished', (request) => request.url().includes('/photos/'))
      release()
      await loaded
      expect(await place.boundingBox()).toEqual(before)
      const [placeholder, photo] = await cards(page).locator('img').all()
      expect(await placeholder?.boundingBox()).toEqual(await photo?.boundingBox())
      await expect.poll(() => cornersOf(place)).toEqual(['light', 'light'])
    })
  })
}

/** The brightness near the upper left corner, and at the right above the button. */
async function cornersOf(place: Locator): Promise<string[]> {
  const drawn = sharp(await place.screenshot({ animations: 'disabled' }))
  const { width, height } = await drawn.metadata()
  const look = async (left: number, top: number) => {
    const { channels } = await sharp(await drawn.clone().extract({ left, top, width: 8, height: 8 }).toBuffer()).stats()
    return (channels[0]?.mean ?? 0) < 110 ? 'dark' : 'light'
  }
  return [await look(24, 24), await look(width - 32, height - 80)]
}
