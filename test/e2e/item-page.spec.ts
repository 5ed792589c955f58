import type { Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, addItems, type ApiItem } from '../kit/api-client.ts'
import { isLive, previewBanner, titles } from '../kit/browser/home-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { callApi, changeSettings, listManaged } from '../kit/manage-client.ts'
import { images } from '../kit/photos/image-server.ts'
import { addItemWithShapes } from '../kit/photos/item-with-photos.ts'
import { beanie, minimalItem, scarves } from '../kit/sample-items.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

test.use({ stock: 'shared' })

const enquire = (page: Page) => page.getByRole('link', { name: 'Enquire on WhatsApp' })
const title = (page: Page) => page.getByRole('heading', { name: 'Harbour Beanie' })
const back = (page: Page) => page.getByRole('link', { name: '← Back', exact: true })
const morePieces = (page: Page) => page.getByRole('complementary', { name: 'More pieces' })
const size = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

async function messageOf(page: Page): Promise<string[]> {
  const { searchParams } = new URL((await enquire(page).getAttribute('href')) ?? '')
  return (searchParams.get('text') ?? '').split('\n')
}

test.describe('The page of an item', () => {
  test('has its picture and all texts; the size chosen is in the message; it can be shared and printed', async ({
    page,
    context,
    shop,
  }) => {
    await context.grantPermissions(['clipboard-write'])
    await addItems(
      shop.url,
      ['One', 'Two', 'Three', 'Four'].map((name) => Object.assign(minimalItem(name), { category: 'Sets' })),
    )
    const { id } = await addItem(shop.url, {
      ...beanie,
      category: 'Sets',
      size: 'S, M, One size',
      madeToOrder: true,
      weeksToMake: 3,
      yarn: 'Merino <b>wool</b>',
      measurements: 'Brim 54 cm\nHeight 22 cm',
      care: 'See https://wool.example/care.',
    })
    await page.goto(`/item/${id}`)
    await isLive(page)
    await test.step('picture and texts', () => expectPictureAndTexts(page))
    await test.step('the message has the size, the price and, on a line of its own, the address', async () => {
      const greeting = `Hello! I'm interested in "Harbour Beanie" (item ${id}).`
      const rest = ['Price: LKR 12,500', `${shop.url}/item/${id}`]
      expect(await messageOf(page)).toEqual([greeting, ...rest])
      await size(page, 'S').check()
      expect(await messageOf(page)).toEqual([greeting, 'Size: S', ...rest])
      await page.keyboard.press('ArrowLeft')
      expect(await messageOf(page)).toEqual([greeting, 'Size: One size', ...rest])
    })
    await test.step('in forced colours, the size chosen looks different, and the targets of chips have no frame', () =>
      expectForcedColours(page))
    await test.step("'Share' copies the address", () => expectShare(page))
    await test.step("printed: the shop's name, the piece, its price and its address, nothing to tap", async () => {
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('banner').getByRole('heading', { name: 'Stockinette' })).toBeVisible()
      await expect(title(page)).toBeVisible()
      await expect(page.getByRole('main').getByText('LKR 12,500', { exact: true })).toBeVisible()
      const address = await page.evaluate("getComputedStyle(document.querySelector('.item'), '::after').content")
      expect(address).toBe(`"${shop.url}/item/${id}"`)
      for (const part of [previewBanner(page), page.getByRole('contentinfo')]) await expect(part).toBeHidden()
      for (const selector of [
        '.main-nav a',
        '.header-search',
        '.item-links',
        '.enquiry a',
        '.share',
        '.sizes label',
        '.more',
      ]) {
        const parts = await page.locator(selector).all()
        expect(parts, selector).not.toEqual([])
        for (const part of parts) await expect(part).toBeHidden()
      }
      await page.emulateMedia({ media: 'screen' })
    })
    await test.step("'← Back' leads home, as there is no list to return to", async () => {
      await back(page).click()
      await expect(page).toHaveURL('/')
    })
  })
})

async function expectPictureAndTexts(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const image = main.getByRole('img', { name: 'Harbour Beanie' })
  await expect(image).toHaveAttribute('src', images.url('beanie'))
  await expect(image).toHaveJSProperty('naturalWidth', 480)
  expect((await image.boundingBox())?.width).toBeGreaterThan(400)
  await expect(main.getByRole('heading', { name: 'Harbour Beanie', exact: true })).toBeVisible()
  for (const words of [
    'Ribbed, double brim',
    'Sets',
    'Size: S, M, One size',
    'Color: Ivory',
    'LKR 12,500',
    'Made to order',
    'Ready in about 3 weeks',
    'Merino <b>wool</b>',
  ]) {
    await expect(main.getByText(words, { exact: true })).toBeVisible()
  }
  for (const lines of ['Merino from the hill country.\nWash by hand.', 'Brim 54 cm\nHeight 22 cm']) {
    await expect(main.getByText(lines.split('\n')[0] ?? '')).toHaveText(lines, { useInnerText: true })
  }
  const link = main.getByRole('link', { name: 'https://wool.example/care', exact: true })
  await expect(link).toHaveAttribute('rel', 'noopener nofollow')
  await expect(morePieces(page).getByRole('listitem')).toHaveText(['Four', 'Three', 'Two', 'One'])
}

async function expectForcedColours(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' })
  const colorOf = (radio: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('.sizes ${radio} + span')).color`)
  expect(await colorOf(':checked')).not.toBe(await colorOf('input:not(:checked)'))
  const frame = await page.evaluate<string>("getComputedStyle(document.querySelector('a.chip')).borderTopColor")
  expect(frame).toBe(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor'))
  await page.emulateMedia({ forcedColors: 'none' })
}

async function expectShare(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('main').getByText('Link copied.')).toBeVisible()
  await page.evaluate("document.body.append(Object.assign(document.createElement('input'), { ariaLabel: 'Paste' }))")
  const input = page.getByRole('textbox', { name: 'Paste' })
  await input.press('Control+v')
  await expect(input).toHaveValue(page.url())
}

test.describe("'← Back'", () => {
  test('returns to the place in the list, also from an item that was opened from another one', async ({
    page,
    shop,
  }) => {
    await addItems(shop.url, scarves(40))
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/')
    await isLive(page)
    const onHome = await openFromList(page, 'Scarf 20')
    await morePieces(page).getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'Scarf 40' })).toBeVisible()
    await back(page).click()
    await expectPlace(page, onHome)

    await page.goto('/pieces')
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Older pieces' }).click()
    await expect(titles(page).first()).toHaveText('Scarf 16')
    const inPieces = await openFromList(page, 'Scarf 8')
    await back(page).click()
    await expectPlace(page, inPieces)
    await test.step('a reload stays there, and so do back and forward', async () => {
      await page.reload()
      await expectPlace(page, inPieces)
      await page.goBack()
      await page.goForward()
      await expectPlace(page, inPieces)
    })
  })

  test('where a browser does not tell its history, goes back to the list, and in a new tab home', async ({
    page,
    context,
    shop,
  }) => {
    await context.addInitScript('delete window.navigation')
    const { id } = await addItemWithShapes(shop.url, beanie, [[400, 500]])
    await page.goto('/pieces')
    await isLive(page)
    const card = page.locator(`h3 a[href$="${id}"]`)
    const opened = context.waitForEvent('page')
    await card.click({ modifiers: ['ControlOrMeta'] })
    const tab = await opened
    await tab.getByRole('link', { name: 'Enlarge picture' }).click()
    await expect(tab.getByRole('dialog')).toBeVisible()
    await tab.keyboard.press('Escape')
    await expect(tab.getByRole('dialog')).toHaveCount(0)
    await back(tab).click()
    await expect(tab).toHaveURL('/')

    await card.click()
    await back(page).click()
    await expect(page).toHaveURL('/pieces')
    await page.goForward()
    await expect(title(page)).toBeVisible()
  })
})

interface Place {
  readonly address: string
  readonly first: string
  readonly scrollY: number
}

/** Opens an item far down in a list. @returns where it was in the list. */
async function openFromList(page: Page, name: string): Promise<Place> {
  const link = page.getByRole('article').getByRole('link', { name, exact: true })
  await link.scrollIntoViewIfNeeded()
  const scrollY = await page.evaluate<number>('scrollY')
  expect(scrollY).toBeGreaterThan(500)
  const place = { address: page.url(), first: await titles(page).first().innerText(), scrollY }
  await link.click()
  await expect(page).toHaveURL(/\/item\//)
  return place
}

async function expectPlace(page: Page, { address, first, scrollY }: Place): Promise<void> {
  await expect(page).toHaveURL(address)
  await expect(titles(page).first()).toHaveText(first)
  await expect.poll(() => page.evaluate('scrollY')).toBe(scrollY)
}

test.describe('An open page of an item', () => {
  test.use({ stock: 'empty', allowedErrors: /status of 404/ })

  test('follows each change, a sale and its removal, and keeps the photo, the size, what is unfolded and the focus', async ({
    page,
    shop,
  }) => {
    const item = await addItemWithShapes(shop.url, beanie, [
      [400, 500],
      [401, 500],
      [402, 500],
    ])
    const other = await addItem(shop.url, minimalItem())
    const change = await openAsOwner(shop)
    await page.goto(`/item/${item.id}`)
    await isLive(page)
    const fetched: string[] = []
    page.on('request', (request) => request.resourceType() === 'fetch' && fetched.push(request.url()))
    await test.step('another piece changes: nothing is said', () =>
      expectNoChange(page, () => change(other, { method: 'PATCH', body: { sold: true } })))
    await test.step('its texts change', () =>
      expectChanges(page, item, (body) => change(item, { method: 'PUT', body })))
    expect(fetched).toHaveLength(4)

    await enquire(page).focus()
    await change(item, { method: 'PATCH', body: { sold: true } })
    const likeThis = page.getByRole('link', { name: 'Ask for one like this on WhatsApp' })
    await expect(likeThis).toBeFocused()
    await expect(page.getByRole('article').getByText('Sold', { exact: true })).toBeVisible()
    await expect(thirdPhoto(page)).toHaveAttribute('aria-current', 'true')
    expect(fetched).toHaveLength(5)
    await test.step('its title changes while a photo is enlarged', () =>
      expectPhotoStays(page, (newTitle) => {
        const photos = item.photos.map(({ id }) => id)
        return change(item, { method: 'PUT', body: { ...beanie, photos, title: newTitle } })
      }))

    await change(item, { method: 'DELETE' })
    await expect(page.getByRole('alert')).toHaveText('This piece is no longer available.')
    await expect(page.getByRole('link', { name: 'Back home' })).toBeVisible()
    await expect(likeThis).toHaveCount(0)
    await change(other, { method: 'PATCH', body: { hidden: true } })
    await change(item, { method: 'POST', path: `/items/${item.id}/restore` })
    await expect(title(page)).toBeVisible()
  })
})

const thirdPhoto = (page: Page) => page.getByRole('link', { name: 'Photo 3 of 3', exact: true })

/** Makes an owner and what the page unfolds. @returns a function that changes an item as the owner. */
async function openAsOwner(shop: RunningShop) {
  const owner = await createOwner(shop, 'owner@example.com')
  await changeSettings(shop.url, owner, { delivery: 'By courier.' })
  return async ({ id }: ApiItem, call: { method: string; path?: string; body?: unknown }) => {
    const { version = '' } = (await listManaged(shop.url, owner)).find((item) => item.id === id) ?? {}
    const answer = await callApi(shop.url, owner, { path: `/items/${id}`, version, ...call })
    expect(answer.ok).toBe(true)
  }
}

async function expectPhotoStays(page: Page, rename: (title: string) => Promise<void>): Promise<void> {
  await page.getByRole('link', { name: 'Enlarge picture 3 of 3' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Previous photo' }).click()
  await rename('Harbour Hat')
  await expect(page.locator('h1')).toHaveText('Harbour Hat')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Enlarge picture 2 of 3' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Photo 2 of 3', exact: true })).toHaveAttribute('aria-current', 'true')
  await rename(beanie.title as string)
  await expect(title(page)).toBeVisible()
}

async function expectNoChange(page: Page, changeOther: () => Promise<void>): Promise<void> {
  const head = await page.locator('[data-part=head]').elementHandle()
  const refetched = page.waitForEvent('requestfinished', (request) => request.resourceType() === 'fetch')
  await changeOther()
  await refetched
  await page.evaluate('new Promise((resolve) => setTimeout(resolve))') // The page has read the answer.
  expect(await head?.evaluate((element) => element.isConnected)).toBe(true)
  await expect(page.getByText('This piece has just been updated.')).toHaveCount(0)
}

async function expectChanges(page: Page, item: ApiItem, save: (body: object) => Promise<void>): Promise<void> {
  await thirdPhoto(page).click()
  await expect(thirdPhoto(page)).toHaveAttribute('aria-current', 'true')
  await size(page, 'M').check()
  const gallery = await page.locator('.gallery').elementHandle()
  const body = { ...beanie, photos: item.photos.map(({ id }) => id), price: 9_000 }
  await save(body)
  await expect(page.getByRole('main').getByText('LKR 9,000', { exact: true })).toBeVisible()
  await expect(page.getByText('This piece has just been updated.')).toBeVisible()
  expect(await messageOf(page)).toContain('Size: M')
  await expect(size(page, 'M')).toBeFocused()
  expect(await gallery?.evaluate((element) => element.isConnected)).toBe(true)

  await save({ ...body, size: 'S, L' })
  await expect(size(page, 'L')).toBeVisible()
  expect(await messageOf(page)).not.toContain('Size: M')

  await page.getByText('Delivery and payment').click()
  await save({ ...body, size: 'S, L', description: 'Knitted twice.' })
  await expect(page.getByText('Knitted twice.')).toBeVisible()
  await expect(page.getByText('By courier.')).toBeVisible()
  await expect(page.locator('summary').filter({ hasText: 'Delivery and payment' })).toBeFocused()
}
