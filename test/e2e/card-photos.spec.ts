import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

import { addItem } from '../kit/api-client.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { addItemWithPhotos } from '../kit/photos/item-with-photos.ts'
import { startPausedImageServer, allowLoopback } from '../kit/photos/paused-image-server.ts'
import { minimalItem, beanie } from '../kit/sample-items.ts'

const cards = (page: Page) => page.getByRole('article')
const photos = (page: Page) => cards(page).locator('picture img')

/** What the browser chose for a picture: the file's width, and what `sizes` said, both in pixels. */
function choiceOf(photo: Locator) {
  return photo.evaluate(
    async (image: { decode(): Promise<void>; currentSrc: string; naturalWidth: number; clientWidth: number }) => {
      await image.decode()
      return {
        file: Number(/-(\d+)\.avif$/.exec(image.currentSrc)?.[1]),
        // Of a picture chosen by width, its own size is what `sizes` says.
        said: image.naturalWidth,
        drawn: image.clientWidth,
      }
    },
  )
}

test.describe('Photos of cards: the file that is loaded', () => {
  test('is as wide as it is drawn, for two pixels to a point at most on phones', async ({ browser, shop, images }) => {
    test.slow()
    await addItemWithPhotos(shop.url, { newItem: beanie(images), width: 1_440 })
    const chosen: Record<string, number> = {}
    for (const width of [360, 412, 768, 1280, 1440]) {
      for (const deviceScaleFactor of [1, 2, 3]) {
        const context = await browser.newContext({ viewport: { width, height: 800 }, deviceScaleFactor })
        const page = await context.newPage()
        await page.goto(shop.url)
        const { file, said, drawn } = await choiceOf(photos(page))
        const where = `at ${width} px, ${deviceScaleFactor} pixels to a point`
        const isCapped = width < 768 && deviceScaleFactor === 3
        expect(Math.abs(said - (isCapped ? drawn / 1.5 : drawn)) / drawn, where).toBeLessThan(0.05)
        expect(file / (drawn * Math.min(deviceScaleFactor, 2)), where).toBeGreaterThan(0.85)
        chosen[`${width} × ${deviceScaleFactor}`] = file
        await context.close()
      }
    }
    expect(chosen).toMatchObject({ '360 × 2': 360, '360 × 3': 360, '1280 × 1': 360, '1280 × 2': 540 })
  })
})

test.describe('Photos of cards', () => {
  test('the first is loaded at once and before all else, the others late; each has its size', async ({
    page,
    shop,
    images,
  }) => {
    for (const title of ['One', 'Two', 'Three'])
      await addItemWithPhotos(shop.url, { newItem: minimalItem(images, title) })
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

  test('a card that comes live is the one that a reload shows', async ({ page, shop, images }) => {
    await page.goto('/')
    await expect(page.getByText('Preview backend running')).toBeVisible()
    await addItemWithPhotos(shop.url, { newItem: beanie(images) })
    await expect(photos(page)).toHaveCount(1)
    await choiceOf(photos(page))
    const live = await cards(page).innerHTML()
    await page.reload()
    expect(await cards(page).innerHTML()).toBe(live)
  })

  test.describe('that cannot be loaded', () => {
    test.use({ allowedErrors: /net::ERR/ })

    test('leave their place empty', async ({ page, shop, images }) => {
      await addItemWithPhotos(shop.url, { newItem: beanie(images) })
      await page.route('**/photos/**', (route) => route.abort())
      await page.goto('/')
      for (const image of await cards(page).locator('img').all()) await expect(image).toHaveCSS('visibility', 'hidden')
    })
  })
})

test.describe('Photos of cards: the copy of a picture elsewhere', () => {
  test.use({ shopScript: allowLoopback.script, shopEnv: allowLoopback.env })

  test('takes its place on an open page by itself, and on the piece’s own page', async ({ page, shop }) => {
    await using elsewhere = await startPausedImageServer()
    await page.goto('/')
    await expect(page.getByText('Preview backend running')).toBeVisible()
    const { id, imageUrl } = await addItem(shop.url, { title: 'Harbour Beanie', imageUrl: elsewhere.url('beanie') })
    await expect(cards(page).locator('img')).toHaveAttribute('src', imageUrl)

    elsewhere.release()
    await expect(photos(page)).toHaveAttribute('src', /^\/photos\/[0-9a-f]{32}-\d+\.webp$/)
    expect((await choiceOf(photos(page))).file).toBeGreaterThan(0)
    expect(await cards(page).innerHTML()).not.toContain(imageUrl)
    const live = await cards(page).innerHTML()
    await page.reload()
    expect(await cards(page).innerHTML()).toBe(live)

    await page.goto(`/item/${id}`)
    expect((await choiceOf(page.locator('.item-picture picture img'))).file).toBeGreaterThan(0)
  })
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(`Placeholders of photos, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled })

    test('are seen until the photo is there, which moves nothing and covers them', async ({ page, shop, images }) => {
      await addItemWithPhotos(shop.url, { newItem: beanie(images) })
      const white = await sharp({ create: { width: 360, height: 450, channels: 3, background: '#fff' } })
        .avif()
        .toBuffer()
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/photos/**', async (route) => {
        await released
        await route.fulfill({ contentType: 'image/avif', body: white })
      })
      await page.goto('/', { waitUntil: 'commit' })
      const place = cards(page).locator('.card-picture')
      await place.scrollIntoViewIfNeeded()
      const before = await place.boundingBox()
      await expect.poll(() => cornersOf(place)).toEqual(['dark', 'light'])

      const uploaded = page.waitForEvent('requestfinished', (request) => request.url().includes('/photos/'))
      release()
      await uploaded
      expect(await place.boundingBox()).toEqual(before)
      const [placeholder, photo] = await cards(page).locator('img').all()
      expect(await placeholder?.boundingBox()).toEqual(await photo?.boundingBox())
      await expect.poll(() => cornersOf(place)).toEqual(['light', 'light'])
    })
  })
}

/** How bright what is drawn is near the upper left and the lower right corner. */
async function cornersOf(place: Locator): Promise<string[]> {
  const drawn = sharp(await place.screenshot({ animations: 'disabled' }))
  const { width, height } = await drawn.metadata()
  const look = async (left: number, top: number) => {
    const { channels } = await sharp(await drawn.clone().extract({ left, top, width: 8, height: 8 }).toBuffer()).stats()
    return (channels[0]?.mean ?? 0) < 110 ? 'dark' : 'light'
  }
  return [await look(24, 24), await look(width - 32, height - 32)]
}
