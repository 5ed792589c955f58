import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

import { addItem } from '../kit/api-client.ts'
import { isLive } from '../kit/browser/home-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { addItemWithPhotos } from '../kit/photos/item-with-photos.ts'
import { startPausedImageServer, allowLoopback } from '../kit/photos/paused-image-server.ts'
import { minimalItem, beanie } from '../kit/sample-items.ts'

const cards = (page: Page) => page.getByRole('article')
const photos = (page: Page) => cards(page).locator('picture img')

/** The width of the chosen file, of the image by `sizes` and as drawn, in pixels. */
function choiceOf(photo: Locator) {
  return photo.evaluate(
    async (image: { decode(): Promise<void>; currentSrc: string; naturalWidth: number; clientWidth: number }) => {
      await image.decode()
      return {
        file: Number(/-(\d+)\.avif$/.exec(image.currentSrc)?.[1]),
        // With `sizes`, the natural width is the width that `sizes` resolves to.
        bySizes: image.naturalWidth,
        drawn: image.clientWidth,
      }
    },
  )
}

test.describe('Card photos: choice of the file', () => {
  test('the file is as wide as drawn, for at most two device pixels per CSS pixel on phones', async ({
    browser,
    shop,
  }) => {
    test.slow()
    await addItemWithPhotos(shop.url, { newItem: beanie, width: 1_440 })
    const chosen: Record<string, number> = {}
    for (const deviceScaleFactor of [1, 2, 3]) {
      const context = await browser.newContext({ deviceScaleFactor })
      const page = await context.newPage()
      for (const width of [360, 412, 768, 1280, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(shop.url)
        const { file, bySizes, drawn } = await choiceOf(photos(page).last())
        const where = `at ${width} px, ${deviceScaleFactor} device pixels per CSS pixel`
        const isCapped = width < 768 && deviceScaleFactor === 3
        expect(Math.abs(bySizes - (isCapped ? drawn / 1.5 : drawn)) / drawn, where).toBeLessThan(0.05)
        expect(file / (drawn * Math.min(deviceScaleFactor, 2)), where).toBeGreaterThan(0.85)
        chosen[`${width} × ${deviceScaleFactor}`] = file
      }
      await context.close()
    }
    expect(chosen).toMatchObject({ '360 × 2': 360, '360 × 3': 360, '1280 × 1': 360, '1280 × 2': 540 })
  })
})

test.describe('Card photos', () => {
  test('the first has high priority, the others load lazily, and each has its size', async ({ page, shop }) => {
    for (const title of ['One', 'Two', 'Three']) await addItemWithPhotos(shop.url, { newItem: minimalItem(title) })
    await page.goto('/')
    await expect(photos(page)).toHaveCount(3)
    for (const [index, photo] of (await photos(page).all()).entries()) {
      if (index === 0) {
        await expect(photo).toHaveAttribute('fetchpriority', 'high')
        await expect(photo).not.toHaveAttribute('loading')
      } else {
        await expect(photo).toHaveAttribute('loading', 'lazy')
        await expect(photo).not.toHaveAttribute('fetchpriority')
      }
      await expect(photo).toHaveAttribute('decoding', 'async')
      await expect(photo).toHaveAttribute('width', '960')
      await expect(photo).toHaveAttribute('height', '1200')
      await expect(photo).toHaveAttribute('src', /^\/photos\/[0-9a-f]{32}-\d+\.webp$/)
    }
  })

  test('a card added by a live update equals the one after a reload', async ({ page, shop }) => {
    await page.goto('/')
    await isLive(page)
    await addItemWithPhotos(shop.url, { newItem: beanie })
    await expect(photos(page)).toHaveCount(1)
    await choiceOf(photos(page))
    const live = await cards(page).innerHTML()
    await page.reload()
    expect(await cards(page).innerHTML()).toBe(live)
  })

  test('those on the first screen of a phone have a placeholder, and a card that moves down keeps its element', async ({
    page,
    shop,
  }) => {
    const titles = ['One', 'Two', 'Three', 'Four']
    for (const title of titles) await addItemWithPhotos(shop.url, { newItem: minimalItem(title) })
    await page.goto('/')
    await isLive(page)
    await expect(cards(page).locator('.placeholder')).toHaveCount(0)
    await page.evaluate('oldest = document.querySelector("[data-id]:last-child")')
    await addItemWithPhotos(shop.url, { newItem: minimalItem('Five') })
    await expect(cards(page).last()).toContainText('One')
    await expect(cards(page)).toHaveCount(5)
    expect(await page.evaluate('oldest.isConnected')).toBe(true)
    await page.goto('/pieces')
    await expect(cards(page)).toHaveCount(5)
    await expect(cards(page).locator('.placeholder')).toHaveCount(2)
  })

  test.describe('when they cannot be loaded', () => {
    test.use({ allowedErrors: /net::ERR/ })

    test('words are in their place', async ({ page, shop }) => {
      const { id } = await addItemWithPhotos(shop.url, { newItem: beanie })
      await page.route('**/photos/**', (route) => route.abort())
      await page.goto('/pieces')
      const drawn = cards(page).locator('img')
      await expect(drawn).toHaveCount(2)
      for (const image of await drawn.all()) await expect(image).toHaveCSS('opacity', '0')
      await expect(cards(page).getByText('No picture', { exact: true })).toBeVisible()
      const place = await cards(page).locator('.card-image').boundingBox()
      expect((place?.height ?? 0) / (place?.width ?? 1)).toBeCloseTo(1.25)
      await page.goto(`/item/${id}`)
      await expect(page.locator('.gallery').getByText('Harbour Beanie', { exact: true })).toBeVisible()
      await expect(page.getByRole('img', { name: 'Harbour Beanie' })).toHaveCount(1)
    })

    test('their cards stay within their column', async ({ page, shop }) => {
      await addItem(shop.url, { ...beanie, imageUrl: 'https://127.0.0.1:9/none.jpg' })
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto('/')
      await expect(cards(page).getByText('No picture', { exact: true })).toBeVisible()
      expect((await cards(page).boundingBox())?.width).toBeLessThan(144)
    })
  })
})

test.describe('Card photos: the remote copy', () => {
  test.use({ shopScript: allowLoopback.script, shopEnv: allowLoopback.env })

  test('replaces the remote image on an open page, and on the item page', async ({ page, shop }) => {
    await using remote = await startPausedImageServer()
    await page.goto('/')
    await isLive(page)
    const { id, imageUrl } = await addItem(shop.url, { title: 'Harbour Beanie', imageUrl: remote.url('beanie') })
    await expect(cards(page).locator('img')).toHaveAttribute('src', imageUrl)

    remote.release()
    await expect(photos(page)).toHaveAttribute('src', /^\/photos\/[0-9a-f]{32}-\d+\.webp$/)
    expect((await choiceOf(photos(page))).file).toBeGreaterThan(0)
    expect(await cards(page).innerHTML()).not.toContain(imageUrl)
    const live = await cards(page).innerHTML()
    await page.reload()
    expect(await cards(page).innerHTML()).toBe(live)

    await page.goto(`/item/${id}`)
    expect((await choiceOf(page.locator('.photo picture img'))).file).toBeGreaterThan(0)
  })
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(`Photo placeholders, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('are shown until the photo has loaded and covers them, without a layout shift', async ({ page, shop }) => {
      await addItemWithPhotos(shop.url, { newItem: beanie })
      const white = await sharp({ create: { width: 360, height: 450, channels: 3, background: '#fff' } })
        .avif()
        .toBuffer()
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/photos/**', async (route) => {
        await released
        await route.fulfill({ contentType: 'image/avif', body: white })
      })
      await page.goto('/pieces', { waitUntil: 'commit' })
      const place = cards(page).locator('.card-image')
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
