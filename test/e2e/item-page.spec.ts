import type { Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, addItems, type ApiItem } from '../kit/api-client.ts'
import { isLive } from '../kit/browser/home-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { callApi, changeSettings, listManaged } from '../kit/manage-client.ts'
import { addItemWithShapes } from '../kit/photos/item-with-photos.ts'
import { beanie, minimalItem, scarves } from '../kit/sample-items.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

test.use({ stock: 'shared' })

const enquire = (page: Page) => page.getByRole('link', { name: 'Enquire on WhatsApp' })
const title = (page: Page) => page.getByRole('heading', { name: 'Harbour Beanie' })

async function messageOf(page: Page): Promise<string[]> {
  const { searchParams } = new URL((await enquire(page).getAttribute('href')) ?? '')
  return (searchParams.get('text') ?? '').split('\n')
}

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

test('Photos of any shape are shown whole, in a strip of one height, without a layout shift', async ({
  page,
  shop,
}) => {
  const shapes = [
    [1_000, 750],
    [600, 800],
    [500, 500],
    [1_200, 400],
    [300, 1_500],
  ] as const
  const { id } = await addItemWithShapes(shop.url, beanie, shapes)
  let gate = Promise.withResolvers<undefined>()
  await page.route('**/photos/*', async (route) => {
    await gate.promise
    await route.continue()
  })
  for (const width of [360, 1_024]) {
    gate = Promise.withResolvers()
    await page.setViewportSize({ width, height: 780 })
    await page.goto(`/item/${id}`, { waitUntil: 'domcontentloaded' })
    const slides = page.locator('.slide')
    await expect(slides).toHaveCount(shapes.length)
    const reserved = await Promise.all((await slides.all()).map((slide) => slide.boundingBox()))
    expect(new Set(reserved.map((box) => box?.height)).size).toBe(1)
    await page.evaluate(watchLayoutShifts)
    gate.resolve(undefined)
    for (const [index, [photoWidth, photoHeight]] of shapes.entries()) {
      const photo = slides.nth(index).locator('picture img')
      await photo.scrollIntoViewIfNeeded()
      await expect(photo).toHaveJSProperty('complete', true)
      await expect(photo).toHaveCSS('object-fit', 'contain')
      const box = await photo.boundingBox()
      expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(photoWidth / photoHeight, 1)
      expect((await slides.nth(index).boundingBox())?.height).toBe(reserved[index]?.height)
    }
    // As a page of which only the beginning has arrived.
    await page.evaluate("document.querySelectorAll('.slide + .slide').forEach((slide) => slide.remove())")
    expect((await slides.boundingBox())?.height).toBe(reserved[0]?.height)
    expect(await page.evaluate('shifts')).toEqual([])
  }
})

test('On phones, title, price and enquiry are in sight at once, and the bar covers nothing in the end', async ({
  page,
  shop,
}) => {
  const { id } = await addItemWithShapes(shop.url, beanie, [
    [900, 1_200],
    [901, 1_200],
    [902, 1_200],
  ])
  for (const [width, height] of [
    [360, 780],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/item/${id}`)
    if (width === 360) await page.getByRole('button', { name: 'Dismiss' }).click()
    for (const part of [title(page), page.getByRole('main').getByText('LKR 12,500', { exact: true }), enquire(page)]) {
      await expect(part).toBeInViewport({ ratio: 1 })
    }
    const bar = await page.locator('.enquiry').boundingBox()
    const heading = await title(page).boundingBox()
    expect((heading?.y ?? height) + (heading?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1)
    const column = await page.locator('.item-head').boundingBox()
    expect((await enquire(page).boundingBox())?.width).toBeCloseTo(column?.width ?? 0, 0)

    await page.getByRole('radio', { name: 'M' }).focus()
    await expect.poll(() => isCovered(page)).toBe(false)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    const inPlace = await page.locator('.enquiry').boundingBox()
    const below = await page.getByRole('button', { name: 'Share' }).boundingBox()
    expect((inPlace?.y ?? height) + (inPlace?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  }
})

/** Whether something else is in front of the element with the focus. */
function isCovered(page: Page): Promise<boolean> {
  return page.evaluate(`(() => {
    const { left, top, width, height } = document.activeElement.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2) !== document.activeElement
  })()`)
}

test('The message has the chosen size, the price and, on a line of its own, the address', async ({ page, shop }) => {
  const { id } = await addItem(shop.url, { ...beanie, size: 'S, M, One size' })
  await page.goto(`/item/${id}`)
  const greeting = `Hello! I'm interested in "Harbour Beanie" (item ${id}).`
  const rest = ['Price: LKR 12,500', `${shop.url}/item/${id}`]
  expect(await messageOf(page)).toEqual([greeting, ...rest])
  await expect(page.getByText('Size: S, M, One size', { exact: true })).toBeVisible()
  await page.getByRole('radio', { name: 'S', exact: true }).check()
  expect(await messageOf(page)).toEqual([greeting, 'Size: S', ...rest])
  await page.keyboard.press('ArrowLeft')
  expect(await messageOf(page)).toEqual([greeting, 'Size: One size', ...rest])
})

test("'← Back' returns to the place in the list, also from an item that was opened from another one", async ({
  page,
  shop,
}) => {
  await addItems(shop.url, scarves(12))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await isLive(page)
  const scarf = page.getByRole('main').getByRole('link', { name: 'Scarf 3', exact: true })
  await scarf.scrollIntoViewIfNeeded()
  const place = await page.evaluate('scrollY')
  expect(place).toBeGreaterThan(500)
  await scarf.click()
  await expect(page).toHaveURL(/\/item\//)
  await page.getByRole('complementary', { name: 'More pieces' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Scarf 12' })).toBeVisible()
  await page.getByRole('link', { name: '← Back', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(() => page.evaluate('scrollY')).toBe(place)
})

test("Where a browser does not tell its history, '← Back' goes back to the list, and in a new tab home", async ({
  page,
  context,
  shop,
}) => {
  await context.addInitScript('delete window.navigation')
  const { id } = await addItemWithShapes(shop.url, beanie, [[400, 500]])
  await page.goto('/pieces')
  await isLive(page)
  const card = page.locator(`[data-id="${id}"]`).getByRole('link', { name: 'Harbour Beanie' })
  const opened = context.waitForEvent('page')
  await card.click({ modifiers: ['ControlOrMeta'] })
  const tab = await opened
  await tab.getByRole('link', { name: 'Enlarge picture' }).click()
  await expect(tab.getByRole('dialog')).toBeVisible()
  await tab.keyboard.press('Escape')
  await expect(tab.getByRole('dialog')).toHaveCount(0)
  await tab.getByRole('link', { name: '← Back', exact: true }).click()
  await expect(tab).toHaveURL('/')

  await card.click()
  await page.getByRole('link', { name: '← Back', exact: true }).click()
  await expect(page).toHaveURL('/pieces')
  await page.goForward()
  await expect(title(page)).toBeVisible()
})

test('A size that is chosen looks different in forced colours, too', async ({ page, shop }) => {
  const { id } = await addItem(shop.url, beanie)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`/item/${id}`)
  await page.getByRole('radio', { name: 'M' }).check()
  const colorOf = (radio: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('.sizes ${radio} + span')).color`)
  expect(await colorOf(':checked')).not.toBe(await colorOf('input:not(:checked)'))
})

test("Made to order, details, 'Share' and four other pieces", async ({ page, context, shop }) => {
  await context.grantPermissions(['clipboard-write'])
  await addItems(shop.url, ['One', 'Two', 'Three', 'Four'].map(minimalItem))
  const { id } = await addItem(shop.url, {
    ...beanie,
    category: 'Knits',
    madeToOrder: true,
    weeksToMake: 3,
    yarn: 'Merino <b>wool</b>',
    measurements: 'Brim 54 cm\nHeight 22 cm',
    care: 'See https://wool.example/care.',
  })
  await page.goto(`/item/${id}`)
  const main = page.getByRole('main')
  for (const text of ['Made to order', 'Ready in about 3 weeks', 'Merino <b>wool</b>']) {
    await expect(main.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(main.getByText('Brim 54 cm')).toHaveText('Brim 54 cm\nHeight 22 cm', { useInnerText: true })
  const link = main.getByRole('link', { name: 'https://wool.example/care', exact: true })
  await expect(link).toHaveAttribute('rel', 'noopener nofollow')
  const more = page.getByRole('complementary', { name: 'More pieces' }).getByRole('listitem')
  await expect(more).toHaveText(['Four', 'Three', 'Two', 'One'])

  await main.getByRole('button', { name: 'Share' }).click()
  await expect(main.getByText('Link copied.')).toBeVisible()
  await page.evaluate("document.body.append(Object.assign(document.createElement('input'), { ariaLabel: 'Paste' }))")
  const input = page.getByRole('textbox', { name: 'Paste' })
  await input.press('Control+v')
  await expect(input).toHaveValue(page.url())
})

test.describe('An open page of an item', () => {
  test.use({ stock: 'empty', allowedErrors: /status of 404/ })

  test('a change of another piece is no change of this one: nothing is said, and all elements stay', async ({
    page,
    shop,
  }) => {
    const { id } = await addItem(shop.url, { ...beanie, size: 'S, M' })
    await page.goto(`/item/${id}`)
    await isLive(page)
    const head = await page.locator('[data-part=head]').elementHandle()
    const refetched = page.waitForEvent('requestfinished', (request) => request.resourceType() === 'fetch')
    await addItem(shop.url, minimalItem())
    await refetched
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))') // The page has read the answer.
    expect(await head?.evaluate((element) => element.isConnected)).toBe(true)
    await expect(page.getByText('This piece has just been updated.')).toHaveCount(0)
  })

  test('what is unfolded stays so, and keeps the focus', async ({ page, shop }) => {
    const item = await addItem(shop.url, beanie)
    const change = await openAsOwner(shop)
    await changeSettings(shop.url, await createOwner(shop, 'other@example.com'), { delivery: 'By courier.' })
    await page.goto(`/item/${item.id}`)
    await isLive(page)
    await page.getByText('Delivery and payment').click()
    await change(item, { method: 'PUT', body: { ...beanie, description: 'Knitted twice.' } })
    await expect(page.getByText('Knitted twice.')).toBeVisible()
    await expect(page.getByText('By courier.')).toBeVisible()
    await expect(page.locator('summary').filter({ hasText: 'Delivery and payment' })).toBeFocused()
  })

  test('follows a change, a sale and its removal, and keeps the photo, the size and the focus', async ({
    page,
    shop,
  }) => {
    const shape = [400, 500] as const
    const item = await addItemWithShapes(shop.url, beanie, [shape, [401, 500], [402, 500]])
    const other = await addItem(shop.url, minimalItem())
    const change = await openAsOwner(shop)
    await page.goto(`/item/${item.id}`)
    await isLive(page)
    const fetched: string[] = []
    page.on('request', (request) => request.resourceType() === 'fetch' && fetched.push(request.url()))
    const third = page.getByRole('link', { name: 'Photo 3 of 3', exact: true })
    await third.click()
    await expect(third).toHaveAttribute('aria-current', 'true')
    await page.getByRole('radio', { name: 'M' }).check()
    const gallery = await page.locator('.gallery').elementHandle()

    await change(item, { method: 'PUT', body: { ...beanie, photos: item.photos.map(({ id }) => id), price: 9_000 } })
    await expect(page.getByRole('main').getByText('LKR 9,000', { exact: true })).toBeVisible()
    await expect(page.getByText('This piece has just been updated.')).toBeVisible()
    expect(await messageOf(page)).toContain('Size: M')
    await expect(page.getByRole('radio', { name: 'M' })).toBeFocused()
    expect(await gallery?.evaluate((element) => element.isConnected)).toBe(true)

    const photos = item.photos.map(({ id }) => id)
    await change(item, { method: 'PUT', body: { ...beanie, photos, price: 9_000, size: 'S, L' } })
    await expect(page.getByRole('radio', { name: 'L' })).toBeVisible()
    expect(await messageOf(page)).not.toContain('Size: M')
    expect(fetched).toHaveLength(2)

    await enquire(page).focus()
    await change(item, { method: 'PATCH', body: { sold: true } })
    const likeThis = page.getByRole('link', { name: 'Ask for one like this on WhatsApp' })
    await expect(likeThis).toBeFocused()
    await expect(page.getByRole('article').getByText('Sold', { exact: true })).toBeVisible()
    await expect(third).toHaveAttribute('aria-current', 'true')
    expect(fetched).toHaveLength(3)

    await change(item, { method: 'DELETE' })
    await expect(page.getByRole('alert')).toHaveText('This piece is no longer available.')
    await expect(page.getByRole('link', { name: 'Back home' })).toBeVisible()
    await expect(likeThis).toHaveCount(0)
    await change(other, { method: 'PATCH', body: { hidden: true } })
    await change(item, { method: 'POST', path: `/items/${item.id}/restore` })
    await expect(title(page)).toBeVisible()
  })
})

/** @returns a function that changes an item as an owner. */
async function openAsOwner(shop: RunningShop) {
  const owner = await createOwner(shop, 'owner@example.com')
  return async ({ id }: ApiItem, call: { method: string; path?: string; body?: unknown }) => {
    const { version = '' } = (await listManaged(shop.url, owner)).find((item) => item.id === id) ?? {}
    const answer = await callApi(shop.url, owner, { path: `/items/${id}`, version, ...call })
    expect(answer.ok).toBe(true)
  }
}

test.describe('A link to a hidden or removed item', () => {
  test.use({ stock: 'empty', allowedErrors: /status of 404/ })

  test('says that it is no longer available, and shows the newest pieces', async ({ page, shop }) => {
    const [item, other] = await addItems(shop.url, [beanie, minimalItem()])
    if (!item || !other) throw new Error('No items were added.')
    const change = await openAsOwner(shop)
    await change(item, { method: 'PATCH', body: { hidden: true } })
    const answer = await page.goto(`/item/${item.id}`)
    expect(answer?.status()).toBe(404)
    await expect(page.getByText('This piece is no longer available.', { exact: true })).toBeVisible()
    const more = page.getByRole('complementary', { name: 'More pieces' }).getByRole('link')
    await expect(more).toHaveText(['Plain Scarf'])
    await change(item, { method: 'POST', path: '/items', body: minimalItem('Newest') })
    for (const path of [`/item/${item.id}`, '/item/unknown', '/no/such/page']) {
      await page.goto(path)
      await expect(more).toHaveText(['Newest', 'Plain Scarf'])
    }
    await expect(page.getByText('no longer available')).toHaveCount(0)
  })
})

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test("each size has a link, and 'Share' and the choice of sizes are not shown", async ({ page, shop }) => {
    const { id } = await addItem(shop.url, beanie)
    await page.goto(`/item/${id}`)
    const size = page.getByRole('link', { name: 'Ask for M', exact: true })
    expect(decodeURIComponent((await size.getAttribute('href')) ?? '')).toContain('\nSize: M\n')
    await expect(page.getByRole('button', { name: 'Share' })).toBeHidden()
    await expect(page.getByRole('radio')).toHaveCount(0)
  })
})

test('Printing: the piece, its price and its address, nothing to tap', async ({ page, shop }) => {
  const { id } = await addItem(shop.url, beanie)
  await page.goto(`/item/${id}`)
  await page.emulateMedia({ media: 'print' })
  await expect(title(page)).toBeVisible()
  await expect(page.getByRole('main').getByText('LKR 12,500', { exact: true })).toBeVisible()
  const address = await page.evaluate("getComputedStyle(document.querySelector('.item'), '::after').content")
  expect(address).toBe(`"${shop.url}/item/${id}"`)
  const parts = page.locator('.item-links, .enquiry a, .share, .sizes label, .more')
  for (const part of await parts.all()) await expect(part).toBeHidden()
})
