import type { Locator, Page } from '@playwright/test'

import { addItem, type ApiItem } from '../kit/api-client.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
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

/** Opens an item with three photos. */
async function openItem(page: Page, shop: RunningShop): Promise<ApiItem> {
  const item = await addItemWithShapes(shop.url, beanie, shapes)
  await page.goto('/')
  await page.goto(`/item/${item.id}`)
  return item
}

/** The scale of the enlarged photo that is shown. */
async function scaleOf(image: Locator): Promise<number> {
  const transform = await image.evaluate((element) => getComputedStyle(element).transform)
  return transform === 'none' ? 1 : Number(/matrix\(([^,]+)/.exec(transform)?.[1])
}

declare function getComputedStyle(element: unknown): { transform: string }

test('A click opens the largest file; keys, wheel and a click enlarge and turn; Escape and Back close it', async ({
  page,
  shop,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const { id, photos } = await openItem(page, shop)
  const current = lightbox(page).locator('picture:not([inert]) img')
  await expect(photoLink(page, 1)).toHaveAttribute('href', `/photos/${photos[0]?.id}-1440.webp`)
  expect(loaded.filter((path) => path.endsWith('.js'))).toEqual([])

  await photoLink(page, 1).press('Enter')
  await expect(lightbox(page).getByRole('status')).toHaveText('1 of 3')
  await expect(current).toHaveAttribute('alt', 'Harbour Beanie')
  await expect(current).toHaveJSProperty('naturalWidth', 1_440)
  expect(loaded).toContain(`/photos/${photos[0]?.id}-1440.avif`)

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
})

test('Two clicks while its script loads open it once: Back closes it and stays on the page', async ({ page, shop }) => {
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await isHeld
    await route.continue()
  })
  const { id } = await openItem(page, shop)
  await photoLink(page, 1).click()
  await photoLink(page, 1).click()
  release()
  await expect(lightbox(page).getByRole('status')).toHaveText('1 of 3')
  await expect(page.getByRole('dialog', { includeHidden: true })).toHaveCount(1)
  await page.goBack()
  await expect(page.getByRole('dialog', { includeHidden: true })).toHaveCount(0)
  await expect(page).toHaveURL(`/item/${id}`)
})

test('A picture on another server opens as well', async ({ page, shop }) => {
  const { id } = await addItem(shop.url, beanie)
  await page.goto(`/item/${id}`)
  const link = page.getByRole('link', { name: 'Enlarge picture', exact: true })
  await expect(link).toHaveAttribute('href', images.url('beanie'))
  await link.click()
  await expect(lightbox(page).getByRole('img')).toHaveJSProperty('naturalWidth', 480)
  await lightbox(page).getByRole('button', { name: 'Close' }).click()
  await expect(lightbox(page)).toHaveCount(0)
})

test.describe('By touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  test('a tap opens it; two fingers enlarge, one moves the enlarged photo, turns to the next, and closes', async ({
    page,
    shop,
  }) => {
    await openItem(page, shop)
    await expect(page.locator('.arrow').first()).toBeHidden()
    await photoLink(page, 1).tap()
    const position = lightbox(page).getByRole('status')
    const current = lightbox(page).locator('picture:not([inert]) img')
    await expect(position).toHaveText('1 of 3')
    await expect(current).toHaveJSProperty('naturalWidth', 1_440)

    await drag(page, [
      [
        { x: 170, y: 370 },
        { x: 70, y: 370 },
      ],
      [
        { x: 190, y: 370 },
        { x: 290, y: 370 },
      ],
    ])
    const scale = await scaleOf(current)
    expect(scale).toBeGreaterThan(3)
    const before = await current.boundingBox()
    await drag(page, [
      [
        { x: 200, y: 370 },
        { x: 150, y: 370 },
      ],
    ])
    await expect(position).toHaveText('1 of 3')
    expect((before?.x ?? 0) - ((await current.boundingBox())?.x ?? 0)).toBeCloseTo(50, 0)
    await drag(page, [
      [
        { x: 70, y: 370 },
        { x: 170, y: 370 },
      ],
      [
        { x: 290, y: 370 },
        { x: 190, y: 370 },
      ],
    ])
    expect(await scaleOf(current)).toBe(1)

    await drag(page, [
      [
        { x: 300, y: 370 },
        { x: 100, y: 380 },
      ],
    ])
    await expect(position).toHaveText('2 of 3')
    await drag(page, [
      [
        { x: 100, y: 370 },
        { x: 300, y: 380 },
      ],
    ])
    await expect(position).toHaveText('1 of 3')
    await drag(page, [
      [
        { x: 180, y: 300 },
        { x: 190, y: 520 },
      ],
    ])
    await expect(lightbox(page)).toHaveCount(0)
  })

  test('a photo that one finger has moved is in its place after two fingers have pinched it', async ({
    page,
    shop,
  }) => {
    await openItem(page, shop)
    await photoLink(page, 1).tap()
    const current = lightbox(page).locator('picture:not([inert]) img')
    await expect(current).toHaveJSProperty('naturalWidth', 1_440)
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
  })
})

test.describe('Without JavaScript', () => {
  // Chromium's own page for a picture has styles that the file's policy does not allow.
  test.use({ javaScriptEnabled: false, allowedErrors: /Applying inline style violates/ })

  test('each photo is a link to its largest file', async ({ page, shop }) => {
    const { photos } = await openItem(page, shop)
    await photoLink(page, 1).click()
    await expect(page).toHaveURL(`/photos/${photos[0]?.id}-1440.webp`)
  })
})

interface Point {
  readonly x: number
  readonly y: number
}

/** Moves fingers, each from a point to another. */
async function drag(page: Page, fingers: readonly (readonly [from: Point, to: Point])[]): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', progress?: number) =>
    devTools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        progress === undefined
          ? []
          : fingers.map(([from, to], id) => ({
              id,
              x: from.x + (to.x - from.x) * progress,
              y: from.y + (to.y - from.y) * progress,
            })),
    })
  await touch('touchStart', 0)
  for (let step = 1; step <= 10; step++) await touch('touchMove', step / 10)
  await touch('touchEnd')
  await devTools.detach()
}
