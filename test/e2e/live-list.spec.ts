import type { Locator, Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, addItems } from '../kit/api-client.ts'
import { findViolations } from '../kit/browser/accessibility.ts'
import { whileCached, whileHidden } from '../kit/browser/away.ts'
import { disconnectedText, openHome, titles } from '../kit/browser/home-page.ts'
import { itemForm, openForm } from '../kit/browser/item-form.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { callApi, listManaged } from '../kit/manage-client.ts'
import { emptyImage, images } from '../kit/photos/image-server.ts'
import { beanie, minimalItem, scarves } from '../kit/sample-items.ts'

/** Longer than a visitor must be idle for an update, in milliseconds of the page's clock. */
const idleMs = 10_000

test.describe('2. Route /: the list updates live', () => {
  test('two browsers see each other’s new item without a reload', async ({ page, otherVisitor }) => {
    await page.goto('/')
    await otherVisitor.goto('/create')
    const theirs = itemForm(otherVisitor)
    await theirs.signedIn()
    await theirs.enter({ Title: 'Their Scarf', 'Image URL': images.url('scarf') })
    await theirs.save.click()
    await expect(titles(page)).toHaveText(['Their Scarf'])

    await otherVisitor.waitForURL('/item/*')
    await otherVisitor.goto('/')
    await expect(titles(otherVisitor)).toHaveText(['Their Scarf'])
    const mine = await openForm(page, { Title: 'My Beanie', 'Image URL': images.url('beanie') })
    await mine.save.click()
    await expect(titles(otherVisitor)).toHaveText(['My Beanie', 'Their Scarf'])
  })

  test("the first item replaces 'No items yet.'", async ({ page, shop }) => {
    await openHome(page)
    await expect(page.getByText('No items yet.')).toBeVisible()
    await addItem(shop.url, beanie)
    await expect(titles(page)).toHaveText(['Harbour Beanie'])
    await expect(page.getByText('No items yet.')).toHaveCount(0)
  })

  test('every card is complete after an update', async ({ page, shop }) => {
    await addItem(shop.url, { ...beanie, title: 'First' })
    await openHome(page)
    for (const title of ['Second', 'Third']) {
      await addItem(shop.url, { ...beanie, title })
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    }
    await expect(page.getByRole('article')).toHaveCount(3)
    for (const card of await page.getByRole('article').all()) {
      await expect(card).toHaveText(/^\+✓\s*(?:First|Second|Third)\s*Ribbed, double brim\s*LKR\s12,500\s*Beanies$/)
      await expect(card.locator('img')).toHaveAttribute('src', images.url('beanie'))
    }
  })

  test('the updated list equals the list after a reload: 24 items, newest first', async ({ page, shop }) => {
    await addItems(shop.url, scarves(24))
    await openHome(page)
    await addItem(shop.url, beanie)
    await expect(titles(page).first()).toHaveText('Harbour Beanie')
    await expect(titles(page)).toHaveCount(24)
    await expect(page.getByText('Scarf 1', { exact: true })).toHaveCount(0)
    const live = await describeCards(page)
    await page.reload()
    expect(await describeCards(page)).toEqual(live)
  })

  test('an update reuses the existing cards, and requests no image again', async ({ page, shop }) => {
    await addItems(shop.url, [{ ...minimalItem('Kept one'), category: 'Caps' }, minimalItem('Kept two')])
    await openHome(page)
    // A card's image may be its category's cover, too.
    const areComplete = '[...document.images].every(({ complete }) => complete)'
    const areLoaded = () => expect.poll(() => page.evaluate(areComplete)).toBe(true)
    await areLoaded()
    const requests = { one: images.requests('Kept one'), two: images.requests('Kept two') }
    const card = await page.getByRole('article').filter({ hasText: 'Kept one' }).elementHandle()
    const category = await page.locator('.category-row li', { hasText: 'Caps' }).elementHandle()
    for (const title of ['New one', 'New two']) {
      await addItem(shop.url, minimalItem(title))
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await areLoaded()
      expect(images.requests(title)).toBeGreaterThan(0)
    }
    for (const kept of [card, category]) expect(await kept?.evaluate((element) => element.isConnected)).toBe(true)
    expect({ one: images.requests('Kept one'), two: images.requests('Kept two') }).toEqual(requests)
  })

  test("a role=status that exists from the first render announces '1 new item', '2 new items'", async ({
    page,
    shop,
  }) => {
    await openHome(page)
    const status = page.getByRole('region', { name: 'The collection' }).getByRole('status')
    await expect(status).toHaveText('')
    const element = await status.elementHandle()
    await addItem(shop.url, minimalItem())
    await expect(status).toHaveText('1 new item')
    await whileHidden(page, () => addItems(shop.url, [minimalItem('Two'), minimalItem('Three')]))
    await expect(status).toHaveText('2 new items')
    expect(await element?.evaluate((node) => node.isConnected)).toBe(true)
    await expect(page.locator('[aria-live]')).toHaveCount(0)
  })

  test('a piece that takes the place of a removed one is not announced as new', async ({ page, shop }) => {
    const items = await addItems(shop.url, scarves(25))
    await openHome(page)
    await expect(titles(page)).toHaveText([/Scarf 25/, ...Array<RegExp>(23).fill(/Scarf/)])
    const owner = await createOwner(shop, 'owner@example.com')
    await callApi(shop.url, owner, { method: 'DELETE', path: `/items/${items.at(-1)?.id}` })
    await expect(titles(page).last()).toHaveText('Scarf 1')
    await expect(page.getByRole('region', { name: 'The collection' }).getByRole('status')).toHaveText('')
  })
})

test.describe('2. The live list, when the page is shown again', () => {
  for (const way of ['hidden', 'in the back/forward cache'] as const) {
    test(`after it was ${way}, it has missed items and is live again`, async ({ page, otherVisitor, shop }) => {
      await openHome(otherVisitor)
      await openHome(page)
      const away = way === 'hidden' ? whileHidden : whileCached
      const closed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/items/live'))
      const requested: string[] = []
      await away(page, async () => {
        await closed
        page.on('request', (request) => requested.push(request.url()))
        await addItem(shop.url, minimalItem('Missed'))
        await expect(titles(otherVisitor)).toHaveText(['Missed'])
        expect(requested).toEqual([])
        await expect(titles(page)).toHaveCount(0)
      })
      await expect(titles(page)).toHaveText(['Missed'])
      await addItem(shop.url, minimalItem('Live again'))
      await expect(titles(page)).toHaveText(['Live again', 'Missed'])
    })
  }

  test('missed items are fetched before the new connection is open', async ({ page, shop }) => {
    await openHome(page)
    await page.route('**/api/items/live', () => new Promise(() => undefined))
    await whileCached(page, () => addItem(shop.url, minimalItem('Missed')))
    await expect(titles(page)).toHaveText(['Missed'])
  })

  test.describe('after the shop was down', () => {
    test.use({ allowedErrors: /net::ERR/ })

    test('the list stays, and is updated once the shop is back', async ({ page, shop }) => {
      await addItem(shop.url, minimalItem('Before'))
      await openHome(page)
      await shop.kill()
      await expect(page.getByText(disconnectedText)).toBeVisible()
      await expect(titles(page)).toHaveText(['Before'])
      await shop.startAgain()
      await addItem(shop.url, minimalItem('After'))
      await expect(titles(page)).toHaveText(['After', 'Before'], { timeout: 15_000 })
    })
  })
})

test.describe('2. The live list, when the connection is lost', () => {
  test.use({ shopEnv: { SHOP_ORIGIN: 'https://shop.example', SHOP_WHO_MAY_ADD: 'anyone' }, allowedErrors: /net::ERR/ })

  test('the page says so after some seconds, and shows what it missed once the connection is back', async ({
    page,
    shop,
  }) => {
    await page.route('https://photos.example/**', (route) => route.fulfill(emptyImage))
    const missed = (title: string) => addItem(shop.url, { title, imageUrl: 'https://photos.example/a.jpg' })
    const connected = page.waitForResponse((answer) => answer.url().endsWith('/api/items/live'))
    await page.goto('/')
    await connected
    const notice = page.getByText('No connection right now. This page will catch up by itself.')

    // The event stream stays, and the page cannot be fetched.
    await page.route('/', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await missed('Missed once')
    await failed
    await page.unroute('/')
    await expect(titles(page)).toHaveText(['Missed once'])
    await expect(notice).toHaveCount(0)

    await shop.kill()
    await expect(notice).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await shop.startAgain()
    await missed('Missed again')
    await expect(titles(page)).toHaveText(['Missed again', 'Missed once'])
    await expect(notice).toHaveCount(0)
  })
})

test.describe('2. The live list does not move what the visitor is reading', () => {
  test.beforeEach(({ page }) => page.clock.install())

  test('while the pointer is over the grid, a button announces new items; the list updates when it leaves', async ({
    page,
    shop,
  }) => {
    await addItem(shop.url, beanie)
    await openHome(page)
    await page.getByRole('article').hover()
    await addItem(shop.url, minimalItem())
    await expect(newItemsButton(page, '1 new item')).toBeVisible()
    await expect(titles(page)).toHaveText(['Harbour Beanie'])
    await addItem(shop.url, minimalItem('One more'))
    await expect(newItemsButton(page, '2 new items')).toBeVisible()
    await page.clock.runFor(idleMs)
    await expect(titles(page)).toHaveText(['Harbour Beanie'])
    await page.getByRole('banner').hover()
    await expect(titles(page)).toHaveText(['One more', 'Plain Scarf', 'Harbour Beanie'])
    await expect(newItemsButton(page)).toHaveCount(0)
  })

  test('while scrolled into the grid, the list updates only when the button is pressed', async ({ page, shop }) => {
    await addItems(shop.url, scarves(12))
    await openHome(page)
    const card = page.getByRole('article').filter({ hasText: 'Scarf 3' })
    await card.scrollIntoViewIfNeeded()
    const before = await card.boundingBox()
    await addItem(shop.url, beanie)
    await expect(newItemsButton(page, '1 new item')).toBeVisible()
    await page.clock.runFor(idleMs)
    expect(await card.boundingBox()).toEqual(before)
    await newItemsButton(page).click()
    await expect(titles(page).first()).toHaveText('Harbour Beanie')
    await expect(page.getByRole('article').first()).toBeInViewport()
    await expect(page.getByRole('article').first().getByRole('link', { name: 'Harbour Beanie' })).toBeFocused()
    await expect(newItemsButton(page)).toHaveCount(0)
  })

  test('while the focus is in the grid, the list does not update and the focus stays', async ({ page, shop }) => {
    await addItem(shop.url, beanie)
    await openHome(page)
    const link = page.getByRole('link', { name: 'Harbour Beanie' })
    await link.focus()
    await addItem(shop.url, minimalItem())
    await expect(newItemsButton(page, '1 new item')).toBeVisible()
    await page.clock.runFor(idleMs)
    await expect(titles(page)).toHaveText(['Harbour Beanie'])
    await expect(link).toBeFocused()
  })

  test.describe('while the grid is outside the window', () => {
    test.use({ viewport: { width: 360, height: 300 } })

    test('the list updates at once, and the focus stays on its card, or in the list if the card is removed', async ({
      page,
      shop,
    }) => {
      const items = await addItems(shop.url, scarves(24))
      await openHome(page)
      const focus = (name: string) => {
        const link = page.getByRole('link', { name, exact: true })
        return link.evaluate((element) => element.focus({ preventScroll: true }))
      }
      await focus('Scarf 9')
      await addItem(shop.url, beanie)
      await expect(titles(page).first()).toHaveText('Harbour Beanie')
      await expect(page.getByRole('link', { name: 'Scarf 9', exact: true })).toBeFocused()
      expect(await page.evaluate('scrollY')).toBe(0)

      await focus('Scarf 2')
      await addItem(shop.url, minimalItem())
      await expect(page.getByRole('link', { name: 'Scarf 2', exact: true })).toHaveCount(0)
      expect(await page.evaluate('document.activeElement.closest("#catalogue") !== null')).toBe(true)

      await focus('Scarf 12')
      const { id = '' } = items.find(({ title }) => title === 'Scarf 12') ?? {}
      const owner = await createOwner(shop, 'owner@example.com')
      const { version = '' } = (await listManaged(shop.url, owner)).find((item) => item.id === id) ?? {}
      await callApi(shop.url, owner, { method: 'PATCH', path: `/items/${id}`, version, body: { price: 4_321 } })
      await expect(page.getByRole('article').filter({ hasText: 'Scarf 12' })).toContainText('LKR 4,321')
      await expect(page.getByRole('link', { name: 'Scarf 12', exact: true })).toBeFocused()
    })
  })
})

/** The text, image and links of each card. */
async function describeCards(page: Page): Promise<string[]> {
  const cards = await page.getByRole('article').all()
  return Promise.all(
    cards.map(async (card) => {
      const links = await card.locator('a').evaluateAll((all) => all.map((link) => String(link.getAttribute('href'))))
      const image = await card.locator('img').getAttribute('src')
      return [await card.textContent(), image, ...links].join(' | ')
    }),
  )
}

function newItemsButton(page: Page, name: string | RegExp = /new items?$/): Locator {
  return page.getByRole('button', { name, exact: true })
}
