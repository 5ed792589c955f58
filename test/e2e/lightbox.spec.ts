import type { Locator, Page } from '@playwright/test'

import { addItem, type ApiItem } from '../kit/api-client.ts'
import { doubleClick } from '../kit/browser/double-click.ts'
import { holdRequests } from '../kit/browser/held-requests.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { swipe } from '../kit/browser/swipe.ts'
import { images } from '../kit/photos/image-server.ts'
import { addItemWithShapes } from '../kit/photos/item-with-photos.ts'
import { beanie } from '../kit/sample-items.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

test.use({ stock: 'shared', contextOptions: { reducedMotion: 'no-preference' } })

/** Landscape, portrait and panorama. */
const shapes = [
  [1_600, 1_200],
  [900, 1_200],
  [1_500, 500],
] as const

const lightbox = (page: Page) => page.getByRole('dialog', { name: 'Photos of Harbour Beanie' })
const photoLink = (page: Page, number: number) => page.getByRole('link', { name: `Enlarge picture ${number} of 3` })

/** The enlarged photo that is shown. */
const shownPicture = (page: Page) => lightbox(page).locator('picture:not([inert]) img')

/** Opens an item with three photos. */
async function openItem(page: Page, shop: RunningShop): Promise<ApiItem> {
  const item = await addItemWithShapes(shop.url, beanie, shapes)
  await page.goto(`/item/${item.id}`)
  return item
}

/** The scale of the enlarged photo. */
async function scaleOf(image: Locator): Promise<number> {
  const transform = await image.evaluate((element) => getComputedStyle(element).transform)
  return transform === 'none' ? 1 : Number(/matrix\(([^,]+)/.exec(transform)?.[1])
}

declare function getComputedStyle(element: unknown): { transform: string }

test('A click opens the largest file, once; keys, wheel and a click enlarge and turn; Escape and Back close it', async ({
  page,
  shop,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto('/')
  const { id, photos } = await openItem(page, shop)
  await expect(photoLink(page, 1)).toHaveAttribute('href', `/photos/${photos[0]?.id}-1440.webp`)
  expect(loaded.filter((path) => path.endsWith('.js'))).toEqual([])
  await test.step('two clicks while its script loads open it once: Back closes it and stays on the page', async () => {
    const held = await holdRequests(page, '**/assets/*.js')
    await photoLink(page, 1).click()
    await photoLink(page, 1).click()
    held.release()
    await expect(lightbox(page).getByRole('status')).toHaveText('1 of 3')
    await expect(page.getByRole('dialog', { includeHidden: true })).toHaveCount(1)
    await page.goBack()
    await expect(page.getByRole('dialog', { includeHidden: true })).toHaveCount(0)
    await expect(page).toHaveURL(`/item/${id}`)
  })
  await photoLink(page, 1).press('Enter')
  await expect(shownPicture(page)).toHaveAttribute('alt', 'Harbour Beanie')
  await expect(shownPicture(page)).toHaveJSProperty('naturalWidth', 1_440)
  expect(loaded).toContain(`/photos/${photos[0]?.id}-1440.avif`)
  await test.step('keys, wheel and a click', () => turnAndEnlarge(page))
  await page.keyboard.press('Escape')
  await expect(lightbox(page)).toHaveCount(0)
  await expect(photoLink(page, 2)).toBeFocused()
  await expect(page.getByRole('link', { name: 'Photo 2 of 3', exact: true })).toHaveAttribute('aria-current', 'true')

  await photoLink(page, 2).click()
  await expect(lightbox(page)).toBeVisible()
  await page.goBack()
  await expect(lightbox(page)).toHaveCount(0)
  await expect(page).toHaveURL(`/item/${id}`)
  await page.goBack()
  await expect(page).toHaveURL('/')
  await test.step('a picture on another server opens as well', () => expectRemotePicture(page, shop))
})

async function turnAndEnlarge(page: Page): Promise<void> {
  const current = shownPicture(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(lightbox(page).getByRole('status')).toHaveText('3 of 3')
  await expect(lightbox(page).getByRole('button', { name: 'Next photo' })).toBeHidden()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('+')
  expect(await scaleOf(current)).toBeCloseTo(1.5)
  await page.mouse.move(400, 300)
  await page.mouse.wheel(0, -300)
  await expect.poll(() => scaleOf(current)).toBeGreaterThan(2)
  await page.keyboard.press('0')
  expect(await scaleOf(current)).toBe(1)
  await current.click()
  expect(await scaleOf(current)).toBeCloseTo(2.5)
}

async function expectRemotePicture(page: Page, shop: RunningShop): Promise<void> {
  const { id } = await addItem(shop.url, beanie)
  await page.goto(`/item/${id}`)
  const link = page.getByRole('link', { name: 'Enlarge picture', exact: true })
  await expect(link).toHaveAttribute('href', images.url('beanie'))
  await link.click()
  await expect(lightbox(page).getByRole('img')).toHaveJSProperty('naturalWidth', 480)
  await lightbox(page).getByRole('button', { name: 'Close' }).click()
  await expect(lightbox(page)).toHaveCount(0)
}

test.describe('A photo that cannot be loaded', () => {
  test.use({ allowedErrors: /status of 404/ })

  test('has words in its place, and the next one is in its own', async ({ page, shop }) => {
    await page.route('**/photos/*-1440.*', (route) => route.fulfill({ status: 404 }))
    await openItem(page, shop)
    await photoLink(page, 1).click()
    await expect(lightbox(page).getByText('Harbour Beanie', { exact: true })).toBeInViewport()
    await page.keyboard.press('ArrowRight')
    await expect(lightbox(page).getByRole('status')).toHaveText('2 of 3')
    await expect.poll(async () => (await shownPicture(page).boundingBox())?.x).toBe(0)
  })
})

test.describe('By touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  test('a swipe turns to the next photo, a tap opens it; two fingers enlarge, one moves the enlarged photo, turns and closes', async ({
    page,
    shop,
  }) => {
    await openItem(page, shop)
    await expect(page.locator('.arrow').first()).toBeHidden()
    await test.step('a swipe moves to the next photo, and only one', async () => {
      for (const [from, to, number] of [
        [300, 100, 2],
        [300, 100, 3],
        [60, 260, 2],
        [60, 260, 1],
      ] as const) {
        await swipe(page, 300, from, to)
        await expect.poll(async () => (await page.locator(`#photo-${number}`).boundingBox())?.x).toBeCloseTo(0, 0)
      }
    })
    await photoLink(page, 1).tap()
    const position = lightbox(page).getByRole('status')
    await expect(position).toHaveText('1 of 3')
    await expect(shownPicture(page)).toHaveJSProperty('naturalWidth', 1_440)
    await test.step('a photo that one finger has moved is in its place after two fingers have pinched it', () =>
      expectPinchAfterMove(page))
    await test.step('two fingers enlarge, one moves the enlarged photo', () => enlargeAndMove(page))
    await drag(page, [300, 370, 100, 380])
    await expect(position).toHaveText('2 of 3')
    await drag(page, [100, 370, 300, 380])
    await expect(position).toHaveText('1 of 3')
    await drag(page, [180, 300, 190, 520])
    await expect(lightbox(page)).toHaveCount(0)
  })

  test('the buttons that turn are hidden, but not while the keyboard has the focus on them', async ({ page, shop }) => {
    await openItem(page, shop)
    await photoLink(page, 1).tap()
    const next = lightbox(page).getByRole('button', { name: 'Next photo' })
    await expect(next).toHaveCSS('clip-path', 'inset(50%)')
    for (let stop = 0; stop < 3 && !(await next.evaluate((button) => button.matches(':focus'))); stop++) {
      await page.keyboard.press('Tab')
    }
    await expect(next).toBeFocused()
    await expect(next).toHaveCSS('clip-path', 'none')
  })

  test("a double tap on '×' closes it, and does not open the search of the header below it", async ({ page, shop }) => {
    await openItem(page, shop)
    await photoLink(page, 1).tap()
    await doubleClick(lightbox(page).getByRole('button', { name: 'Close' }))
    await expect(lightbox(page)).toHaveCount(0)
    await expect(page.getByRole('banner').getByRole('searchbox')).toBeHidden()
  })
})

async function expectPinchAfterMove(page: Page): Promise<void> {
  const current = shownPicture(page)
  const before = await current.boundingBox()
  const devTools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: readonly number[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x, id) => ({ id, x, y: 370 })) })
  await touch('touchStart', 200)
  for (const x of [190, 180, 170, 160]) await touch('touchMove', x)
  expect((await current.boundingBox())?.x).not.toBe(before?.x)
  await touch('touchStart', 160, 260)
  await touch('touchEnd')
  await expect.poll(() => current.boundingBox()).toEqual(before)
  await devTools.detach()
}

async function enlargeAndMove(page: Page): Promise<void> {
  const current = shownPicture(page)
  await drag(page, [170, 370, 70, 370], [190, 370, 290, 370])
  expect(await scaleOf(current)).toBeGreaterThan(3)
  const before = await current.boundingBox()
  await drag(page, [200, 370, 150, 370])
  await expect(lightbox(page).getByRole('status')).toHaveText('1 of 3')
  expect((before?.x ?? 0) - ((await current.boundingBox())?.x ?? 0)).toBeCloseTo(50, 0)
  await drag(page, [70, 370, 170, 370], [290, 370, 190, 370])
  expect(await scaleOf(current)).toBe(1)
}

/** Moves fingers, each from a point to another. */
async function drag(
  page: Page,
  ...fingers: readonly (readonly [fromX: number, fromY: number, toX: number, toY: number])[]
): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', progress?: number) =>
    devTools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        progress === undefined
          ? []
          : fingers.map(([fromX, fromY, toX, toY], id) => ({
              id,
              x: fromX + (toX - fromX) * progress,
              y: fromY + (toY - fromY) * progress,
            })),
    })
  await touch('touchStart', 0)
  for (let step = 1; step <= 10; step++) await touch('touchMove', step / 10)
  await touch('touchEnd')
  await devTools.detach()
}
