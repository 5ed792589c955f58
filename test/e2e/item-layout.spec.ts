import type { Locator, Page } from '@playwright/test'

import { hasLocalFonts } from '../../scripts/test/browser.ts'
import { createOwner } from '../kit/accounts.ts'
import { holdRequests } from '../kit/browser/held-requests.ts'
import { resize } from '../kit/browser/resize.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { changeSettings } from '../kit/manage-client.ts'
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

const phone = { width: 360, height: 740 }
const laptop = { width: 1280, height: 800 }
const bar = (page: Page) => page.locator('.enquiry')
const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Harbour Beanie' })

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not shown.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test.describe('On a phone', () => {
  test.use({ viewport: phone })

  test('a photo of 4:5 is as wide as the window; photo, title, price and button are on the first screen', async ({
    page,
    shop,
  }) => {
    const { id } = await addItemWithPhotos(shop.url, { newItem: { ...beanie, madeToOrder: true }, count: 2 })
    await page.goto(`/item/${id}`)
    const photo = await boxOf(page.locator('.slide picture img').first())
    expect(photo).toMatchObject({ x: 0, width: 360, height: 450 })
    const { y } = await boxOf(title(page))
    expect(y).toBeGreaterThanOrEqual(photo.bottom)
    expect(y).toBeLessThan(photo.bottom + 20)
    expect((await boxOf(bar(page))).bottom).toBe(phone.height)
    for (const [width, height] of [
      [360, 740],
      [360, 780],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const part of [
        title(page),
        bar(page).getByText('LKR 12,500', { exact: true }),
        bar(page).getByRole('link', { name: 'Enquire on WhatsApp' }),
      ]) {
        await expect(part).toBeInViewport({ ratio: 1 })
      }
      expect((await boxOf(title(page))).bottom).toBeLessThanOrEqual((await boxOf(bar(page))).y)
      const { width: column } = await boxOf(page.locator('.item-head'))
      expect((await boxOf(bar(page).getByRole('link'))).width).toBeCloseTo(column, 0)
    }
    await test.step('the bar does not cover what has the focus, nor the end of the page', () => expectUncovered(page))
    await test.step('the bar is in its place where it would take more than a fifth of the window', () =>
      expectBarInPlace(page))
  })

  test('however low, a photo of any shape is on the first screen with its dots and its title', async ({
    page,
    shop,
  }) => {
    for (const [width, height] of [
      [400, 500],
      [450, 600],
      [400, 600],
      [400, 400],
      [270, 630],
    ] as const) {
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
})

test.describe('On a phone, in a preview environment with several languages', () => {
  test.use({ shopEnv: { SHOP_WHATSAPP: '+94 77 123 4568' }, stock: 'empty', viewport: phone })

  test('the title of a piece that is made to order is above the bar, in each language and below a notice', async ({
    page,
    shop,
  }) => {
    test.skip(!hasLocalFonts(), 'No font of this machine has these letters. Install fonts-noto-core.')
    const { id } = await addItemWithShapes(shop.url, { ...beanie, madeToOrder: true }, [
      [450, 600],
      [225, 300],
    ])
    const owner = await createOwner(shop, 'owner@example.com')
    await changeSettings(shop.url, owner, { languages: ['en', 'si', 'ta'] })
    for (const language of ['', '/si', '/ta']) {
      await page.goto(`${language}/item/${id}`)
      await expect(page.locator('.preview-banner')).toBeVisible()
      await expectTitleInSight(page)
    }
    await changeSettings(shop.url, owner, { noticeKind: 'madeToOrder', noticeWeeks: 3 })
    await page.goto(`/item/${id}`)
    await expectTitleInSight(page)
  })
})

async function expectUncovered(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'M' }).focus()
  const isCovered = () =>
    page.evaluate(`(() => {
      const { left, top, width, height } = document.activeElement.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2) !== document.activeElement
    })()`)
  await expect.poll(isCovered).toBe(false)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const { y } = await boxOf(page.getByRole('button', { name: 'Share' }))
  expect((await boxOf(bar(page))).bottom).toBeLessThanOrEqual(y)
  await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
}

async function expectBarInPlace(page: Page): Promise<void> {
  const isInPlace = async () => (await boxOf(bar(page))).y >= (await boxOf(page.locator('.item-head'))).bottom
  await resize(page, 740, 360)
  expect(await isInPlace()).toBe(true)
  await resize(page, phone.width, phone.height)
  expect(await isInPlace()).toBe(false)
  expect((await boxOf(bar(page))).height).toBeLessThanOrEqual(phone.height / 5)
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  expect(await isInPlace()).toBe(true)
}

/** With the whole photo and its dots, above the bar. */
async function expectTitleInSight(page: Page): Promise<void> {
  await expect(page.locator('.slide picture img').first()).toBeInViewport({ ratio: 1 })
  const { y } = await boxOf(bar(page))
  for (const part of [page.locator('.dots').first(), page.getByRole('heading', { level: 1 })]) {
    expect((await boxOf(part)).bottom).toBeLessThanOrEqual(y)
  }
}

type Shape = readonly [width: number, height: number]

/** Landscape, portrait, square, 3:1, 9:21 and, which low windows make wider, 1:5. */
const shapes: readonly Shape[] = [
  [600, 450],
  [480, 600],
  [400, 400],
  [750, 250],
  [270, 630],
  [120, 600],
]

test.describe('Photos of any shape', () => {
  test('are whole, in a strip of one height, with what is on them inside, without a layout shift', async ({
    page,
    shop,
  }) => {
    const { id } = await addItemWithShapes(shop.url, beanie, shapes)
    for (const screen of [phone, laptop]) {
      const held = await holdRequests(page, '**/photos/*')
      await resize(page, screen.width, screen.height)
      await page.goto(`/item/${id}`, { waitUntil: 'domcontentloaded' })
      const slides = page.locator('.slide')
      await expect(slides).toHaveCount(shapes.length)
      const heights = async () =>
        new Set(await Promise.all((await slides.all()).map(async (slide) => (await boxOf(slide)).height)))
      const reserved = await heights()
      expect(reserved.size).toBe(1)
      await page.evaluate(watchLayoutShifts)
      held.release()
      for (const photo of await slides.locator('picture img').all()) {
        await photo.scrollIntoViewIfNeeded()
        await expect(photo).toHaveJSProperty('complete', true)
        await expect(photo).toHaveCSS('object-fit', 'contain')
      }
      await expectWholePhotos(page, screen, shapes)
      expect(await heights()).toEqual(reserved)
      // As a page of which only the beginning has arrived.
      await page.evaluate(showSlides(false))
      expect((await boxOf(slides.first())).height).toBe([...reserved][0])
      expect(await page.evaluate('shifts')).toEqual([])
      await page.evaluate(showSlides(true))
      if (screen !== phone) continue
      await expectWholePhotos(page, { width: 320, height: 568 }, shapes.slice(0, -1))
      await expectWholePhotos(page, { width: 740, height: 360 }, shapes.slice(0, -1))
    }
  })

  test('are as high as a wide window allows; the colours next to them stand apart, each with its own link', async ({
    page,
    shop,
  }) => {
    const newItem = { ...beanie, size: 'S / M', color: 'Navy, ivory, mustard' }
    const { id } = await addItemWithPhotos(shop.url, { newItem })
    await page.goto(`/item/${id}`)
    for (const words of ['Color: Navy, ivory, mustard', 'Size: S / M']) {
      const texts = await page.evaluate<TextBox[]>(`(${findTextBoxes})(${JSON.stringify(words)})`)
      expect(texts.length).toBeGreaterThan(3)
      for (const [index, { left }] of texts.entries()) {
        expect(left).toBeGreaterThanOrEqual((texts[index - 1]?.right ?? 0) - 0.5)
      }
    }
    await expectFullHeight(page, page.locator('.slide'))
    await test.step('several are so, too, with their thumbnails in sight', async () => {
      const several = await addItemWithPhotos(shop.url, { newItem: beanie, count: 3 })
      await page.goto(`/item/${several.id}`)
      await expectFullHeight(page, page.locator('.thumbnails'))
    })
  })
})

/** Not those of a page that is still being parsed: between two elements of a centred line, a busy browser may paint. */
const watchLayoutShifts = `new Promise((resolve) => {
  window.shifts = []
  const describe = ({ node, previousRect, currentRect }) =>
    [node?.nodeName, node?.className, node?.textContent?.slice(0, 40), JSON.stringify([previousRect, currentRect])].join(' ')
  const add = (list) => list.getEntries().forEach(({ sources }) => window.shifts.push(...sources.map(describe)))
  const watch = () => {
    new PerformanceObserver(add).observe({ type: 'layout-shift' })
    resolve()
  }
  requestAnimationFrame(() => requestAnimationFrame(watch))
})`

/** Shows or hides all slides but the first. */
const showSlides = (isShown: boolean) =>
  `document.querySelectorAll('.slide + .slide').forEach(({ style }) => (style.display = '${isShown ? '' : 'none'}'))`

/** Checks the shape of each photo in a window, and that its dots and arrows are inside it. */
async function expectWholePhotos(page: Page, screen: typeof phone, expected: readonly Shape[]): Promise<void> {
  await resize(page, screen.width, screen.height)
  for (const [index, [width, height]] of expected.entries()) {
    const slide = page.locator('.slide').nth(index)
    await slide.evaluate((element: { scrollIntoView(options: object): void }) =>
      element.scrollIntoView({ behavior: 'instant', block: 'nearest' }),
    )
    const photo = await boxOf(slide.locator('picture img'))
    const name = `${width}:${height} at ${screen.width} px`
    expect(photo.width / photo.height, name).toBeCloseTo(width / height, 1)
    if (screen === phone && width * 4 >= height * 3) expect(photo.width, name).toBe(screen.width)
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

/** Checks that a part is at the end of the window, in wide windows of two heights. */
async function expectFullHeight(page: Page, part: Locator): Promise<void> {
  for (const height of [600, 800]) {
    await resize(page, 1280, height)
    const { bottom } = await boxOf(part)
    expect(bottom).toBeLessThanOrEqual(height)
    expect(bottom).toBeGreaterThan(height - 40)
  }
}

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

test.describe('In a shop without a number', () => {
  test.use({ shopEnv: { SHOP_ORIGIN: 'https://shop.example', SHOP_WHO_MAY_ADD: 'anyone' } })

  test('the price stays in its place: there is no button to keep in sight', async ({ page, shop }) => {
    await page.setViewportSize(phone)
    const { id } = await addItemWithPhotos(shop.url, { newItem: beanie })
    await page.goto(`/item/${id}`)
    await expect(bar(page)).toHaveCSS('position', 'static')
    await test.step('two buttons are at the end of a window that is five times as high as they', async () => {
      const owner = await createOwner(shop, 'owner@example.com')
      await changeSettings(shop.url, owner, { phone: '071 123 4567', email: 'owner@example.com' })
      await page.reload()
      await expect(bar(page).getByRole('link')).toHaveCount(2)
      expect((await boxOf(bar(page))).y).toBeGreaterThanOrEqual((await boxOf(page.locator('.item-head'))).bottom)
      await resize(page, 360, 800)
      expect((await boxOf(bar(page))).bottom).toBe(800)
    })
  })
})

test.describe('Without a connection', () => {
  test.use({ stock: 'empty', viewport: phone, allowedErrors: /net::ERR/ })

  test('the notice covers neither the enquiry nor the button; a photo that cannot come says so, and comes later', async ({
    page,
    context,
    shop,
  }) => {
    const { id, photos } = await addItemWithPhotos(shop.url, { newItem: beanie, count: 2 })
    const slide = page.locator('.slide').last()
    const secondPhoto = `**/photos/${photos[1]?.id}*`
    const openWithoutPhoto = async (disconnect: () => Promise<unknown>) => {
      const isGone = Promise.withResolvers<undefined>()
      await page.route(secondPhoto, async (route) => {
        await isGone.promise
        await route.abort()
      })
      const connected = page.waitForResponse((answer) => answer.url().endsWith('/api/items/live'))
      await page.goto(`/item/${id}`, { waitUntil: 'domcontentloaded' })
      await connected
      await disconnect()
      isGone.resolve(undefined)
      await expect(slide.getByText('Offline', { exact: true })).toBeVisible()
      await page.unroute(secondPhoto)
    }
    const expectPhoto = async () => {
      await expect(slide.locator('picture img')).not.toHaveJSProperty('naturalWidth', 0)
      await expect(page.getByText('Offline', { exact: true })).toHaveCount(0)
    }
    await test.step('the shop is down, though there is a network', async () => {
      await openWithoutPhoto(() => shop.kill())
      await expectNoticeApart(page)
      await shop.startAgain()
      await expectPhoto()
    })
    await test.step('there is no network', async () => {
      await openWithoutPhoto(() => context.setOffline(true))
      await context.setOffline(false)
      await expectPhoto()
    })
  })
})

async function expectNoticeApart(page: Page): Promise<void> {
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
}
