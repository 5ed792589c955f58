import type { Locator, Page } from '@playwright/test'

import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { addItemWithPhotos, addItemWithShapes } from '../kit/photos/item-with-photos.ts'
import { beanie } from '../kit/sample-items.ts'

// A public shop: a preview environment has a banner at the end of the window.
test.use({
  stock: 'shared',
  shopEnv: {
    SHOP_ORIGIN: 'https://shop.example',
    SHOP_WHO_MAY_ADD: 'anyone',
    SHOP_WHATSAPP: '+94 77 123 4568',
  },
})

/** Landscape, portrait, square, 3:1 and 9:21. */
const shapes = [
  [1_200, 900],
  [960, 1_200],
  [800, 800],
  [1_500, 500],
  [540, 1_260],
] as const

const phone = { width: 360, height: 740 }
const bar = (page: Page) => page.locator('.enquiry')

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not shown.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test('On a phone, a photo of 4:5 is as wide as the window, with title, price and button on the first screen', async ({
  page,
  shop,
}) => {
  await page.setViewportSize(phone)
  const { id } = await addItemWithPhotos(shop.url, { newItem: { ...beanie, madeToOrder: true }, count: 2 })
  await page.goto(`/item/${id}`)
  const photo = await boxOf(page.locator('.slide picture img').first())
  expect(photo).toMatchObject({ x: 0, width: 360, height: 450 })
  const title = await boxOf(page.getByRole('heading', { level: 1, name: 'Harbour Beanie' }))
  expect(title.y).toBeGreaterThanOrEqual(photo.bottom)
  expect(title.y).toBeLessThan(photo.bottom + 20)
  const { y, bottom } = await boxOf(bar(page))
  expect(title.bottom).toBeLessThanOrEqual(y)
  expect(bottom).toBe(phone.height)
  for (const part of [bar(page).getByText('LKR 12,500', { exact: true }), bar(page).getByRole('link')]) {
    await expect(part).toBeInViewport({ ratio: 1 })
  }
})

test('A photo of any shape is whole, and what is on it stays inside it', async ({ page, shop }) => {
  const { id } = await addItemWithShapes(shop.url, beanie, shapes)
  for (const size of [phone, { width: 320, height: 568 }, { width: 740, height: 360 }, { width: 1280, height: 800 }]) {
    await page.setViewportSize(size)
    await page.goto(`/item/${id}`)
    for (const [index, [width, height]] of shapes.entries()) {
      const slide = page.locator('.slide').nth(index)
      await slide.evaluate((element: { scrollIntoView(options: object): void }) =>
        element.scrollIntoView({ behavior: 'instant', block: 'nearest' }),
      )
      const photo = await boxOf(slide.locator('picture img'))
      const name = `${width}:${height} at ${size.width} px`
      expect(photo.width / photo.height, name).toBeCloseTo(width / height, 1)
      if (size === phone && width * 4 >= height * 3) expect(photo.width, name).toBe(size.width)
      const overlays = slide.locator('.arrow, .dots').filter({ visible: true })
      expect(await overlays.count(), name).toBeGreaterThan(0)
      for (const overlay of await overlays.all()) {
        const box = await boxOf(overlay)
        expect(box.x, name).toBeGreaterThanOrEqual(photo.x)
        expect(box.y, name).toBeGreaterThanOrEqual(photo.y)
        expect(box.right, name).toBeLessThanOrEqual(photo.right)
        expect(box.bottom, name).toBeLessThanOrEqual(photo.bottom)
      }
    }
  }
})

test('On a phone, however low, a photo of any shape is on the first screen with its dots and its title', async ({
  page,
  shop,
}) => {
  const photos = [
    [800, 1_000],
    [900, 1_200],
    [800, 1_200],
    [800, 800],
    [540, 1_260],
  ] as const
  for (const [width, height] of photos) {
    const { id } = await addItemWithShapes(shop.url, beanie, [
      [width, height],
      [width / 2, height / 2],
    ])
    await page.goto(`/item/${id}`)
    for (const screenHeight of [640, 740]) {
      await page.setViewportSize({ width: 360, height: screenHeight })
      for (const isOwner of [false, true]) {
        await page.evaluate(`document.documentElement.toggleAttribute('data-owner', ${isOwner})`)
        await expectTitleInSight(page)
      }
    }
  }
})

/** With the whole photo and its dots, above the bar. */
async function expectTitleInSight(page: Page): Promise<void> {
  await expect(page.locator('.slide picture img').first()).toBeInViewport({ ratio: 1 })
  const { y } = await boxOf(bar(page))
  for (const part of [page.locator('.dots').first(), page.getByRole('heading', { level: 1 })]) {
    expect((await boxOf(part)).bottom).toBeLessThanOrEqual(y)
  }
}

test('On a wide screen, a photo is as high as the window allows, with its thumbnails in sight', async ({
  page,
  shop,
}) => {
  const one = await addItemWithPhotos(shop.url, { newItem: beanie })
  const three = await addItemWithPhotos(shop.url, { newItem: beanie, count: 3 })
  for (const height of [600, 800]) {
    await page.setViewportSize({ width: 1280, height })
    for (const [{ id }, end] of [
      [one, page.locator('.slide')],
      [three, page.locator('.thumbnails')],
    ] as const) {
      await page.goto(`/item/${id}`)
      const { bottom } = await boxOf(end)
      expect(bottom).toBeLessThanOrEqual(height)
      expect(bottom).toBeGreaterThan(height - 40)
    }
  }
})

test('The bar with the button covers nothing where it would take more than a fifth of the window', async ({
  page,
  shop,
}) => {
  const { id } = await addItemWithPhotos(shop.url, { newItem: beanie })
  const isInPlace = async () => {
    const above = await boxOf(page.locator('.item-head'))
    return (await boxOf(bar(page))).y >= above.bottom
  }
  for (const { size, hasLargeText } of [
    { size: { width: 740, height: 360 }, hasLargeText: false },
    { size: phone, hasLargeText: true },
  ]) {
    await page.setViewportSize(size)
    await page.goto(`/item/${id}`)
    if (hasLargeText) await page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(await isInPlace()).toBe(true)
  }
  await page.goto(`/item/${id}`)
  expect(await isInPlace()).toBe(false)
  expect((await boxOf(bar(page))).height).toBeLessThanOrEqual(phone.height / 5)
})

test.describe('In a shop without a number', () => {
  test.use({ shopEnv: { SHOP_ORIGIN: 'https://shop.example', SHOP_WHO_MAY_ADD: 'anyone' } })

  test('the price stays in its place: there is no button to keep in sight', async ({ page, shop }) => {
    await page.setViewportSize(phone)
    const { id } = await addItemWithPhotos(shop.url, { newItem: beanie })
    await page.goto(`/item/${id}`)
    await expect(bar(page)).toHaveCSS('position', 'static')
  })
})

test('The colours of a piece stand apart, each with its own link', async ({ page, shop }) => {
  const { id } = await addItemWithPhotos(shop.url, {
    newItem: { ...beanie, size: 'S / M', color: 'Navy, ivory, mustard' },
  })
  await page.goto(`/item/${id}`)
  for (const words of ['Color: Navy, ivory, mustard', 'Size: S / M']) {
    const rows = await page.evaluate<TextBox[]>(`(${findTextBoxes})(${JSON.stringify(words)})`)
    expect(rows.length).toBeGreaterThan(3)
    for (const [index, { left }] of rows.entries()) {
      expect(left).toBeGreaterThanOrEqual((rows[index - 1]?.right ?? 0) - 0.5)
    }
  }
})

interface TextBox {
  readonly left: number
  readonly right: number
}

/** Where the texts of the chip with these words are, in order. */
const findTextBoxes = `(words) => {
  const chip = [...document.querySelectorAll('.chip')].find(({ textContent }) => textContent === words)
  const texts = document.createTreeWalker(chip, NodeFilter.SHOW_TEXT)
  const boxes = []
  while (texts.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    const { left, right } = range.getBoundingClientRect()
    boxes.push({ left, right })
  }
  return boxes
}`

test.describe('Without a connection', () => {
  test.use({ stock: 'empty', allowedErrors: /net::ERR/ })

  test('the notice covers neither the enquiry nor the button', async ({ page, shop }) => {
    await page.setViewportSize(phone)
    const { id } = await addItemWithPhotos(shop.url, { newItem: beanie, count: 2 })
    const connected = page.waitForResponse((answer) => answer.url().endsWith('/api/items/live'))
    await page.goto(`/item/${id}`)
    await connected
    await shop.kill()
    const notice = page.getByText('No connection right now.')
    await expect(notice).toBeVisible()
    for (const height of [640, 740]) {
      await page.setViewportSize({ width: 360, height })
      await expectTitleInSight(page)
    }
    for (const place of ['0', 'document.body.scrollHeight']) {
      await page.evaluate(`scrollTo({ top: ${place}, behavior: 'instant' })`)
      await expect(notice).toBeInViewport({ ratio: 1 })
      expect((await boxOf(notice)).bottom).toBeLessThan((await boxOf(bar(page))).y)
    }
  })

  test('a photo that cannot come says so though there is a network, and comes once the shop is back', async ({
    page,
    shop,
  }) => {
    const { id } = await addItemWithPhotos(shop.url, { newItem: beanie })
    const isGone = Promise.withResolvers<undefined>()
    await page.route('**/photos/*', async (route) => {
      await isGone.promise
      await route.abort()
    })
    await page.goto(`/item/${id}`, { waitUntil: 'commit' })
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await shop.kill()
    isGone.resolve(undefined)
    await expect(page.getByText('Offline', { exact: true })).toBeVisible()
    await page.unroute('**/photos/*')
    await shop.startAgain()
    await expect(page.locator('.slide picture img')).not.toHaveJSProperty('naturalWidth', 0)
    await expect(page.getByText('Offline', { exact: true })).toHaveCount(0)
  })

  test('a photo that cannot come says so, and comes once there is a connection', async ({ page, context, shop }) => {
    const { id } = await addItemWithPhotos(shop.url, { newItem: beanie })
    const isOffline = Promise.withResolvers<undefined>()
    await page.route('**/photos/*', async (route) => {
      await isOffline.promise
      await route.abort()
    })
    await page.goto(`/item/${id}`, { waitUntil: 'commit' })
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await context.setOffline(true)
    isOffline.resolve(undefined)
    await expect(page.getByText('Offline', { exact: true })).toBeVisible()
    await page.unroute('**/photos/*')
    await context.setOffline(false)
    await expect(page.locator('.slide picture img')).not.toHaveJSProperty('naturalWidth', 0)
    await expect(page.getByText('Offline', { exact: true })).toHaveCount(0)
  })
})
