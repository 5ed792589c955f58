import type { Route } from '@playwright/test'

import { listItems } from '../kit/api-client.ts'
import { itemForm, keepFormOpen, openForm } from '../kit/browser/item-form.ts'
import { jpeg, photoField, type PhotoField } from '../kit/browser/photo-field.ts'
import { test } from '../kit/browser/proxied-shop-fixtures.ts'
import { expect } from '../kit/browser/shop-fixtures.ts'
import { noisyPhoto, plainPhoto, sha256Of, unfinishedUploadBytes } from '../kit/photos/photos.ts'

const uploads = '**/api/photos/*'
const resizeWorker = '**/resize-worker-*.js'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

const pickPlain = async (field: PhotoField, color: string) => field.pick(jpeg(`${color}.jpg`, await plainPhoto(color)))

test.describe('Photo upload: a photo in parts', () => {
  test.use({ allowedErrors: /net::ERR|status of 409|NotSameOrigin/ })

  test('no part is sent twice, the progress is shown, and saving waits for the upload', async ({
    page,
    shop,
    faultyProxy,
  }) => {
    const form = await openForm(page, { Title: 'Harbour Beanie' })
    const field = photoField(page)
    const pick = async (...size: [width?: number, height?: number]) =>
      field.pick(jpeg('IMG_1.jpg', await noisyPhoto(...size)))

    await test.step('after a connection that is lost during a part, the rest is sent', async () => {
      faultyProxy.pauseAfter(100_000)
      await pick(560, 700)
      await expect.poll(() => unfinishedUploadBytes(shop.dataDir), { timeout: 60_000 }).toBe(100_000)
      faultyProxy.cut()
      await field.uploaded(1)
      expect(faultyProxy.photos.size).toBe(1)
      expect(faultyProxy.completePhotos()).toHaveLength(1)
    })
    await test.step('when parts reach another process, the photo is sent in one request', async () => {
      const complete: (Buffer | null)[] = []
      let parts = 0
      await page.route(uploads, async (route) => {
        const request = route.request()
        if (request.method() === 'PUT') complete.push(request.postDataBuffer())
        if (request.method() === 'PATCH') parts += 1
        if (request.method() !== 'PATCH' || parts === 1) return route.continue()
        // Another process has received nothing, so the shop answers 409.
        return route.continue({ headers: { ...request.headers(), 'upload-offset': '1' } })
      })
      await pick(560, 700)
      await field.uploaded(2)
      expect(parts).toBe(3)
      expect(complete.map((bytes) => bytes && sha256Of(bytes))).toEqual([[...faultyProxy.photos.keys()][1]])
      await page.unroute(uploads)
    })
    await test.step('the progress is shown, and saving waits for the upload', async () => {
      const [second, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      await page.route(uploads, async (route) => {
        const headers = route.request().headers()
        if (headers['upload-complete'] === '?1') await last.promise
        else if ((headers['upload-offset'] ?? '0') !== '0') await second.promise
        await route.continue()
      })
      await pick()
      const progress = page.getByRole('progressbar', { name: 'Photo 3' })
      await expect(page.getByText(/^Uploading… [1-9]\d%$/)).toBeVisible()
      await expect(progress).toHaveAttribute('value', /^[1-9]\d$/)
      second.resolve()
      await expect(page.getByText('Nearly done…')).toBeVisible()
      await expect(progress).not.toHaveAttribute('value')
      await keepFormOpen(page)
      await form.save.click()
      await expect(form.save).toHaveText('Saving…')
      await expect(page.getByText('2 of 3 photos uploaded.')).toBeVisible()
      await form.enter({ Tagline: 'Typed meanwhile' })
      const ids = (await field.ids()).slice(0, 2)
      last.resolve()
      await expect(form.alert).toContainText('Item added!')
      expect(await listItems(shop.url)).toMatchObject([
        { tagline: 'Typed meanwhile', photos: [{ id: ids[0] }, { id: ids[1] }, {}] },
      ])
    })
  })
})

test.describe('Photo upload: a photo in one part', () => {
  test.use({ stock: 'shared', allowedErrors: /net::ERR|status of 503/ })

  test('is retried until it is uploaded, and sent once', async ({ page, faultyProxy }) => {
    const field = photoField(page)
    await itemForm(page).open()
    await test.step('after responses of a busy shop', async () => {
      await page.route(uploads, (route) => route.fulfill({ status: 503 }), { times: 2 })
      await pickPlain(field, '#822')
      await field.uploaded(1)
    })
    await test.step('after an unreadable response, by the button', async () => {
      await page.route(uploads, (route) => route.fulfill({ body: '<p>Welcome to our network!</p>' }))
      await pickPlain(field, '#282')
      await expect(field.tile(2)).toContainText('Something went wrong. Please try again.')
      await page.unroute(uploads)
      await field.button('Try again', 2).click()
      await field.uploaded(2)
    })
    await test.step('after a lost response, when the shop is asked for the upload offset', async () => {
      faultyProxy.dropLastResponse()
      await pickPlain(field, '#228')
      await field.uploaded(3)
    })
    await test.step('after a reload, which restores the photos from the draft', async () => {
      const ids = await field.ids()
      await page.reload()
      expect(await field.uploaded(3)).toEqual(ids)
    })
    expect(faultyProxy.photos.size).toBe(3)
    expect(faultyProxy.completePhotos()).toHaveLength(3)
  })
})

test.describe('Photo upload: resizing', () => {
  test.use({ stock: 'shared', allowedErrors: /net::ERR_FAILED|no memory for a canvas|Out of order/ })

  const failures: Readonly<Record<string, (route: Route) => Promise<void>>> = {
    'there is too little memory': async (route) => {
      const response = await route.fetch()
      const noRoom = 'OffscreenCanvas.prototype.getContext = () => null;'
      await route.fulfill({ response, body: noRoom + (await response.text()) })
    },
    'the worker cannot be loaded': (route) => route.abort(),
    'the worker throws': (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("Out of order")' }),
  }

  test('a photo that the browser cannot resize stays and can be retried; a noisy one is made smaller than 500 KB', async ({
    page,
  }) => {
    const field = photoField(page)
    await page.route(resizeWorker, (route) => route.continue()) // Without the browser's cache.
    await itemForm(page).open()
    for (const [index, [cause, fail]] of Object.entries(failures).entries()) {
      await test.step(`${cause}: the photo stays and can be retried`, async () => {
        await page.route(resizeWorker, fail)
        await pickPlain(field, ['#822', '#282', '#228'][index] ?? '')
        const words = 'This browser couldn’t resize the photo. Try again, or choose a smaller one.'
        await expect(field.tile(index + 1)).toContainText(words)
        await page.unroute(resizeWorker, fail)
        await field.button('Try again', index + 1).click()
        await field.uploaded(index + 1)
      })
    }
    await test.step('a very noisy photo is reduced until it is below 500 KB', async () => {
      const size = Promise.withResolvers<number>()
      await page.route(uploads, async (route) => {
        const request = route.request()
        const { 'upload-offset': offset, 'upload-complete': isLast } = request.headers()
        if (isLast !== '?1') return route.continue()
        size.resolve(Number(offset) + (request.postDataBuffer()?.length ?? NaN))
        return route.abort() // The shop need not encode it.
      })
      await field.pick(jpeg('IMG_1.jpg', await noisyPhoto(1_600, 1_200)))
      expect(await size.promise).toBeLessThan(500_000)
    })
  })
})
