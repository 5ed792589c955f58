import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'

import { listItems } from '../kit/api-client.ts'
import { itemForm, openForm } from '../kit/browser/item-form.ts'
import { jpeg, photoField } from '../kit/browser/photo-field.ts'
import { test } from '../kit/browser/proxied-shop-fixtures.ts'
import { expect } from '../kit/browser/shop-fixtures.ts'
import {
  unfinishedUploadBytes,
  cameraName,
  largePhoto,
  noisyPhoto,
  plainPhoto,
  sha256Of,
} from '../kit/photos/photos.ts'

const resizeWorker = '**/resize-worker-*.js'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

test.describe('Photo upload: the bytes sent', () => {
  test.slow() // Draws, decodes and encodes 12 megapixels.

  test('a photo of 12 megapixels is made small and upright, without metadata', async ({ page, shop, faultyProxy }) => {
    const form = await openForm(page, { Title: 'Harbour Beanie' })
    await photoField(page).pick(jpeg('IMG_1.jpg', await largePhoto()))
    const [id] = await photoField(page).uploaded(1)
    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)

    const [bytes = Buffer.of(), ...others] = faultyProxy.completePhotos()
    expect(others).toEqual([])
    expect(bytes.length).toBeLessThan(500_000)
    expect(bytes.includes(cameraName)).toBe(false)
    const { width, height, exif, xmp, iptc, orientation } = await sharp(bytes).metadata()
    expect([width, height]).toEqual([1_536, 2_048])
    expect([exif, xmp, iptc, orientation]).toEqual(Array(4).fill(undefined))
    const { data, info } = await sharp(bytes).resize(9, 12).greyscale().raw().toBuffer({ resolveWithObject: true })
    expect(data[info.width - 1]).toBeLessThan(data[0] ?? 0)
    const [item] = await listItems(shop.url)
    expect(item).toMatchObject({ imageUrl: `/photos/${id}-1440.webp`, photos: [{ id }] })
  })

  test('a very noisy photo is reduced until it is below 500 KB', async ({ page, faultyProxy }) => {
    await itemForm(page).open()
    await photoField(page).pick(jpeg('IMG_1.jpg', await noisyPhoto(1_600, 1_200)))
    await expect.poll(() => faultyProxy.completePhotos()).toHaveLength(1)
    expect(faultyProxy.completePhotos()[0]?.length).toBeLessThan(500_000)
  })

  test('shows the progress, and saving waits for the upload', async ({ page, shop }) => {
    const [second, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/api/photos/*', async (route) => {
      const headers = route.request().headers()
      if (headers['upload-complete'] === '?1') await last.promise
      else if ((headers['upload-offset'] ?? '0') !== '0') await second.promise
      await route.continue()
    })
    const form = await openForm(page, { Title: 'Harbour Beanie' })
    await photoField(page).pick(jpeg('IMG_1.jpg', await noisyPhoto()))
    await expect(page.getByText(/^Uploading… [1-9]\d%$/)).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Photo 1' })).toHaveAttribute('value', /^[1-9]\d$/)
    second.resolve()
    await expect(page.getByText('Nearly done…')).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Photo 1' })).not.toHaveAttribute('value')
    await form.save.click()
    await expect(form.save).toHaveText('Saving…')
    await expect(page.getByText('0 of 1 photos uploaded.')).toBeVisible()
    await form.enter({ Tagline: 'Typed meanwhile' })
    last.resolve()
    await page.waitForURL(/\/item\//)
    expect(await listItems(shop.url)).toMatchObject([{ tagline: 'Typed meanwhile', photos: [{}] }])
  })
})

test.describe('Photo upload: a lost connection', () => {
  test.use({ allowedErrors: /net::ERR|status of 409/ })

  test('during a part: the rest is sent, and nothing twice', async ({ page, shop, faultyProxy }) => {
    await itemForm(page).open()
    faultyProxy.pauseAfter(100_000)
    await photoField(page).pick(jpeg('IMG_1.jpg', await noisyPhoto()))
    await expect.poll(() => unfinishedUploadBytes(shop.dataDir), { timeout: 60_000 }).toBe(100_000)
    faultyProxy.cut()
    await photoField(page).uploaded(1)
    expect(faultyProxy.photos.size).toBe(1)
    expect(faultyProxy.completePhotos()).toHaveLength(1)
  })

  test('when parts reach another process, the photo is sent in one request', async ({ page, shop, faultyProxy }) => {
    const complete: (Buffer | null)[] = []
    let parts = 0
    await page.route('**/api/photos/*', async (route) => {
      const request = route.request()
      if (request.method() === 'PUT') complete.push(request.postDataBuffer())
      if (request.method() === 'PATCH') parts += 1
      if (request.method() !== 'PATCH' || parts === 1) return route.continue()
      // Another process has received nothing, so the shop answers 409.
      return route.continue({ headers: { ...request.headers(), 'upload-offset': '1' } })
    })
    const form = await openForm(page, { Title: 'Harbour Beanie' })
    await photoField(page).pick(jpeg('IMG_1.jpg', await noisyPhoto()))
    const [id] = await photoField(page).uploaded(1)
    expect(parts).toBe(3)
    expect(complete.map((bytes) => bytes && sha256Of(bytes))).toEqual([...faultyProxy.photos.keys()])
    await form.save.click()
    await page.waitForURL(/\/item\//)
    expect(await listItems(shop.url)).toMatchObject([{ photos: [{ id }] }])
  })

  test('before the response: the upload offset is read, and nothing is sent twice', async ({ page, faultyProxy }) => {
    await itemForm(page).open()
    faultyProxy.dropLastResponse()
    await photoField(page).pick(jpeg('IMG_1.jpg', await plainPhoto('#822')))
    await photoField(page).uploaded(1)
    expect(faultyProxy.completePhotos()).toHaveLength(1)
  })

  test('after a reload: the photo is restored from the draft, and nothing is sent twice', async ({
    page,
    faultyProxy,
  }) => {
    await itemForm(page).open()
    const field = photoField(page)
    await field.pick(jpeg('IMG_1.jpg', await plainPhoto('#822')))
    const ids = await field.uploaded(1)
    await page.reload()
    expect(await field.uploaded(1)).toEqual(ids)
    expect(faultyProxy.completePhotos()).toHaveLength(1)
  })

  test.describe('a busy shop', () => {
    test.use({ allowedErrors: /status of 503|NotSameOrigin/ })

    test('the upload is retried', async ({ page, faultyProxy }) => {
      let answers = 0
      await page.route('**/api/photos/*', (route) =>
        (answers += 1) < 3 ? route.fulfill({ status: 503 }) : route.continue(),
      )
      await itemForm(page).open()
      await photoField(page).pick(jpeg('IMG_1.jpg', await plainPhoto('#822')))
      await photoField(page).uploaded(1)
      expect(faultyProxy.completePhotos()).toHaveLength(1)
    })
  })

  test('an unreadable response can be retried', async ({ page, faultyProxy }) => {
    await itemForm(page).open()
    const field = photoField(page)
    await page.route('**/api/photos/*', (route) => route.fulfill({ body: '<p>Welcome to our network!</p>' }))
    await field.pick(jpeg('IMG_1.jpg', await plainPhoto('#822')))
    await expect(field.tile(1)).toContainText('Something went wrong. Please try again.')
    await page.unroute('**/api/photos/*')
    await field.button('Try again', 1).click()
    await field.uploaded(1)
    expect(faultyProxy.completePhotos()).toHaveLength(1)
  })

  test('before a photo is picked: the upload waits and says so', async ({ page, context, faultyProxy }) => {
    await itemForm(page).open()
    const field = photoField(page)
    await context.setOffline(true)
    await field.pick(jpeg('IMG_1.jpg', await plainPhoto('#822')))
    await expect(field.tile(1)).toContainText('Waiting for a connection. It will continue by itself.')
    await context.setOffline(false)
    await field.uploaded(1)
    expect(faultyProxy.completePhotos()).toHaveLength(1)
  })
})

test.describe('Photo upload: when the browser cannot resize a photo', () => {
  test.use({ stock: 'shared' })

  const words = 'This browser couldn’t resize the photo. Try again, or choose a smaller one.'

  /** Makes resizing fail, then tries again without the failure. */
  const retryAfter = async (page: Page, cause: (route: Route) => Promise<void>) => {
    await page.route(resizeWorker, cause)
    await openForm(page, {})
    const field = photoField(page)
    await field.pick(jpeg('IMG_1.jpg', await plainPhoto('#822')))
    await expect(field.tile(1)).toContainText(words)
    await page.unroute(resizeWorker)
    await field.button('Try again', 1).click()
    await field.uploaded(1)
  }

  test.describe('because of too little memory', () => {
    test.use({ allowedErrors: /no memory for a canvas/ })

    test('the photo stays and can be retried', async ({ page }) => {
      await retryAfter(page, async (route) => {
        const response = await route.fetch()
        const noRoom = 'OffscreenCanvas.prototype.getContext = () => null;'
        await route.fulfill({ response, body: noRoom + (await response.text()) })
      })
    })
  })

  test.describe('because the worker cannot be loaded', () => {
    test.use({ allowedErrors: /net::ERR_FAILED/ })

    test('the photo stays and can be retried', async ({ page }) => {
      await retryAfter(page, (route) => route.abort())
    })
  })

  test.describe('because the worker throws', () => {
    test.use({ allowedErrors: /Out of order/ })

    test('the photo stays and can be retried', async ({ page }) => {
      const body = 'throw new Error("Out of order")'
      await retryAfter(page, (route) => route.fulfill({ contentType: 'text/javascript', body }))
    })
  })
})
