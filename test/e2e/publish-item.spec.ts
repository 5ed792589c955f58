import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

import { listItems } from '../kit/api-client.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { makeOlder } from '../kit/browser/older-browser.ts'
import { jpeg, photoField } from '../kit/browser/photo-field.ts'
import { expect, test as base } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { startFaultyProxy, type FaultyProxy } from '../kit/http/faulty-proxy.ts'
import { cameraName, largePhoto, plainPhoto, unfinishedUploadBytes } from '../kit/photos/photos.ts'

/** A shop whose owner sends requests through a faulty proxy. */
const test = base.extend<{ faultyProxy: FaultyProxy }>({
  faultyProxy: async ({ shop }, use) => {
    const faultyProxy = await startFaultyProxy(shop.url)
    await use(faultyProxy)
    await faultyProxy.close()
  },
  baseURL: async ({ faultyProxy }, use) => use(faultyProxy.url),
})

test.use({ viewport: { width: 360, height: 640 }, deviceScaleFactor: 3, hasTouch: true, allowedErrors: /net::ERR/ })

const cardImage = (page: Page) => page.getByRole('article').locator('picture img')

/** The id of the photo that an image shows, once it has loaded. */
async function photoShown(image: Locator): Promise<string> {
  await image.scrollIntoViewIfNeeded() // It may load lazily.
  const address = await image.evaluate(async (element: { decode(): Promise<void>; currentSrc: string }) => {
    await element.decode()
    return element.currentSrc
  })
  return /\/photos\/([0-9a-f]{32})-\d+\.avif$/.exec(address)?.[1] ?? ''
}

/** Expects what is sent of the large photo to be small and upright, without metadata. */
async function expectPrepared(bytes: Buffer): Promise<void> {
  expect(bytes.length).toBeLessThan(500_000)
  expect(bytes.includes(cameraName)).toBe(false)
  const { width, height, exif, xmp, iptc, orientation } = await sharp(bytes).metadata()
  expect([width, height]).toEqual([1_536, 2_048])
  expect([exif, xmp, iptc, orientation]).toEqual(Array(4).fill(undefined))
  const { data, info } = await sharp(bytes).resize(9, 12).greyscale().raw().toBuffer({ resolveWithObject: true })
  expect(data[info.width - 1]).toBeLessThan(data[0] ?? 0)
}

test('An owner adds an item with two photos, one of 12 megapixels, over a bad connection, then changes its first photo', async ({
  page,
  context,
  otherVisitor,
  shop,
  faultyProxy,
}) => {
  test.slow() // Draws, decodes and encodes 12 megapixels.
  await makeOlder(page)
  await openAsOwner(page, shop, '/create')
  await otherVisitor.goto('/')
  await expect(otherVisitor.getByText('No items yet.')).toBeVisible()
  const form = itemForm(page)
  const field = photoField(page)
  await form.signedIn()

  faultyProxy.pauseAfter(50_000)
  await field.pick(jpeg('IMG_1.jpg', await largePhoto()), jpeg('IMG_2.jpg', await plainPhoto('#822')))
  await form.enter({ Title: 'Harbour Beanie', 'Price (LKR)': '12500', Category: 'Beanies' })
  await expect.poll(() => unfinishedUploadBytes(shop.dataDir), { timeout: 60_000 }).toBeGreaterThanOrEqual(50_000)
  await context.setOffline(true)
  faultyProxy.cut()
  await expect(field.tile(1)).toContainText('Waiting for a connection. It will continue by itself.')
  await form.enter({ Description: 'Merino from the hill country.' })
  await form.save.tap()
  await expect(page.getByText(/^\d of 2 photos uploaded\.$/)).toBeVisible()
  await context.setOffline(false)
  await page.waitForURL(/\/item\//, { timeout: 120_000 })

  const [item, ...others] = await listItems(shop.url)
  const [first = '', second = ''] = item?.photos.map(({ id }) => id) ?? []
  expect(others).toEqual([])
  expect(item).toMatchObject({ title: 'Harbour Beanie', price: 12_500, description: 'Merino from the hill country.' })
  expect(item?.imageUrl).toBe(`/photos/${first}-1440.webp`)
  expect(faultyProxy.photos.size).toBe(2)
  expect(faultyProxy.completePhotos()).toHaveLength(2)
  await test.step('the large photo is sent small and upright, without metadata', () =>
    expectPrepared(faultyProxy.completePhotos()[0] ?? Buffer.of()))
  expect(await photoShown(page.locator('#photo-1 picture img'))).toBe(first)
  expect(await photoShown(page.locator('#photo-2 picture img'))).toBe(second)
  expect(await photoShown(cardImage(otherVisitor))).toBe(first)

  await page.goto('/manage')
  await page.getByRole('button', { name: 'Edit: Harbour Beanie' }).tap()
  expect(await field.uploaded(2)).toEqual([first, second])
  await field.button('Move earlier', 2).tap()
  await field.button('Remove', 2).tap()
  await page.getByRole('button', { name: 'Save changes' }).tap()
  await expect(page.getByRole('alert')).toContainText('Changes saved.')
  // The live list replaces the card.
  await expect(async () => expect(await photoShown(cardImage(otherVisitor))).toBe(second)).toPass()
  expect((await listItems(shop.url)).map(({ photos }) => photos.map(({ id }) => id))).toEqual([[second]])
  expect(faultyProxy.photos.size).toBe(2)
})
