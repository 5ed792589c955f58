import type { Locator, Page, Route } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, addItems } from '../kit/api-client.ts'
import { findViolations } from '../kit/browser/accessibility.ts'
import { whileCached, whileHidden } from '../kit/browser/away.ts'
import { isFocusVisible } from '../kit/browser/focus-visible.ts'
import { card, isLive, openHome, previewBanner, titles } from '../kit/browser/home-page.ts'
import { openForm } from '../kit/browser/item-form.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { callApi, listManaged } from '../kit/manage-client.ts'
import { emptyImage, images } from '../kit/photos/image-server.ts'
import { addItemWithPhotos } from '../kit/photos/item-with-photos.ts'
import { beanie, minimalItem, scarves } from '../kit/sample-items.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

/** Longer than a visitor must be idle for an update, in milliseconds of the page's clock. */
const idleMs = 10_000

test.describe('2. Route /: the list updates live', () => {
  test('one visitor’s new items appear in the list of another, complete and announced, without a reload', async ({
    page,
    otherVisitor,
    shop,
  }) => {
    await openHome(page)
    const status = collectionStatus(page)
    const element = await status.elementHandle()
    await test.step("the first item, typed into the form, replaces 'No items yet.'", async () => {
      await expect(page.getByText('No items yet.')).toBeVisible()
      await expect(status).toHaveText('')
      const form = await openForm(otherVisitor, { Title: 'Their Scarf', 'Image URL': images.url('scarf') })
      await form.save.click()
      await expect(titles(page)).toHaveText(['Their Scarf'])
      await expect(page.getByText('No items yet.')).toHaveCount(0)
      await otherVisitor.waitForURL('/item/*')
    })
    await test.step('every card is complete, and its texts are no markup', async () => {
      await otherVisitor.goto('/')
      await expect(titles(otherVisitor)).toHaveText(['Their Scarf'])
      await expect(status).toHaveText('1 new item')
      const hostile = '<img src=x onerror=document.title="owned">'
      await whileHidden(page, () => addItems(shop.url, [beanie, { ...beanie, title: hostile }]))
      for (const visitor of [page, otherVisitor]) {
        await expect(titles(visitor)).toHaveText([hostile, 'Harbour Beanie', 'Their Scarf'])
        await expect(visitor).not.toHaveTitle('owned')
      }
      for (const complete of (await page.getByRole('article').all()).slice(0, 2)) {
        await expect(complete).toHaveText(
          /^\+✓\s*(?:Harbour Beanie|<img.*>)\s*Ribbed, double brim\s*LKR\s12,500\s*Beanies$/,
        )
        await expect(complete.locator('img')).toHaveAttribute('src', images.url('beanie'))
      }
    })
    await test.step('a role=status that exists from the first render announces them', async () => {
      await expect(status).toHaveText('2 new items')
      expect(await element?.evaluate((node) => node.isConnected)).toBe(true)
      await expect(page.locator('[aria-live]')).toHaveCount(0)
    })
  })

  test('an update keeps the cards and their images, and results in the list that a reload shows: 24 items, newest first', async ({
    page,
    shop,
  }) => {
    const kept = [{ ...minimalItem('Kept one'), category: 'Caps' }, minimalItem('Kept two')]
    const items = await addItems(shop.url, [...scarves(21), ...kept])
    await addItemWithPhotos(shop.url, { newItem: minimalItem('Kept photo') })
    await openHome(page)
    await test.step('existing cards stay, and no image is requested again', () => expectKept(page, shop))
    await test.step('a piece that takes the place of a removed one is not announced as new', async () => {
      await expect(titles(page).last()).toHaveText('Scarf 3')
      await expect(collectionStatus(page)).toHaveText('1 new item')
      const owner = await createOwner(shop, 'owner@example.com')
      await callApi(shop.url, owner, { method: 'DELETE', path: `/items/${items.at(-1)?.id}` })
      await expect(titles(page).last()).toHaveText('Scarf 2')
      await expect(collectionStatus(page)).toHaveText('')
    })
    await test.step('a reload shows the same', async () => {
      const others = Array.from({ length: 20 }, (_, index) => `Scarf ${21 - index}`)
      await expect(titles(page)).toHaveText(['New photo', 'New one', 'Kept photo', 'Kept one', ...others])
      const live = await markupOf(page)
      await page.reload()
      expect(await markupOf(page)).toEqual(live)
    })
  })
})

/** Adds two items, one of them with a photo. Cards of other items, the row of categories and their images must stay. */
async function expectKept(page: Page, shop: RunningShop): Promise<void> {
  // A card's image may be its category's cover, too.
  const areComplete = `[...document.querySelectorAll('.category-row img, li:nth-child(-n + 5) > .card img')]
    .every(({ complete }) => complete)`
  const areLoaded = () => expect.poll(() => page.evaluate(areComplete)).toBe(true)
  const countRequests = () => ['Kept one', 'Kept two'].map((title) => images.requests(title))
  await areLoaded()
  const requests = countRequests()
  const cards = ['Kept one', 'Kept two', 'Kept photo'].map((title) => card(page, title))
  const kept = [...cards, page.locator('.category-row li', { hasText: 'Caps' })]
  const elements = await Promise.all(kept.map((each) => each.elementHandle()))
  await addItem(shop.url, minimalItem('New one'))
  await expect(titles(page).first()).toHaveText('New one')
  await areLoaded()
  expect(images.requests('New one')).toBeGreaterThan(0)
  await addItemWithPhotos(shop.url, { newItem: minimalItem('New photo') })
  await expect(titles(page).first()).toHaveText('New photo')
  await areLoaded()
  for (const element of elements) expect(await element?.evaluate((node) => node.isConnected)).toBe(true)
  expect(countRequests()).toEqual(requests)
}

test.describe('2. The live list, when the page is shown again', () => {
  test('has missed items, asked for before it is connected, and is live again', async ({
    page,
    otherVisitor,
    shop,
  }) => {
    await openHome(otherVisitor)
    await openHome(page)
    const shown: string[] = []
    for (const [way, away] of [
      ['hidden', whileHidden],
      ['in the back/forward cache', whileCached],
    ] as const) {
      await test.step(`after it was ${way}`, async () => {
        const closed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/items/live'))
        const requested: string[] = []
        await away(page, async () => {
          await closed
          page.on('request', (request) => request.resourceType() !== 'image' && requested.push(request.url()))
          await addItem(shop.url, minimalItem('Missed'))
          await expect(titles(otherVisitor)).toHaveText(['Missed', ...shown])
          expect(requested).toEqual([])
          await expect(titles(page)).toHaveText(shown)
        })
        await expect(titles(page)).toHaveText(['Missed', ...shown])
        await addItem(shop.url, minimalItem('Live again'))
        shown.unshift('Live again', 'Missed')
        await expect(titles(page)).toHaveText(shown)
      })
    }
    await test.step('while the new connection is not open yet', async () => {
      await page.route('**/api/items/live', () => new Promise(() => undefined))
      await whileCached(page, () => addItem(shop.url, minimalItem('Missed')))
      await expect(titles(page)).toHaveText(['Missed', ...shown])
    })
  })
})

test.describe('2. A live list from before the server knew all categories', () => {
  test('shows them when the visitor returns, without a change of the catalogue; the cards stay', async ({
    page,
    shop,
  }) => {
    await addItems(shop.url, [beanie, { ...minimalItem('Their Scarf'), category: 'Scarves' }])
    await openHome(page)
    const categories = page.locator('.category-row li')
    await page.evaluate("document.querySelector('.category-row li:last-child').remove()")
    await expect(categories).toHaveText(['Beanies'])
    const cards = await page.getByRole('article').elementHandles()
    await whileHidden(page, async () => undefined)
    await expect(categories).toHaveText(['Beanies', 'Scarves'])
    for (const element of cards) expect(await element.evaluate((node) => node.isConnected)).toBe(true)
    expect(cards).toHaveLength(2)
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
    await page.clock.install()
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

    const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/items/live'))
    await shop.kill()
    await lost
    await expect(notice).toHaveCount(0)
    await page.clock.fastForward(5_000)
    await expect(notice).toBeVisible()
    await expect(titles(page)).toHaveText(['Missed once'])
    expect(await findViolations(page)).toEqual([])
    await test.step('it does not cover what the keyboard moves to, on a phone', async () => {
      await page.setViewportSize({ width: 360, height: 200 })
      const link = titles(page).getByRole('link')
      await link.focus()
      await page.keyboard.press('Tab')
      const { y = 0 } = (await link.boundingBox()) ?? {}
      await page.evaluate(`scrollBy({ top: ${y - 10}, behavior: 'instant' })`)
      await page.keyboard.press('Shift+Tab')
      await expect(link).toBeFocused()
      expect(await page.evaluate(isFocusVisible)).toBe(true)
      await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })") // The list waits while it is in sight.
    })
    await test.step('the button of new items, which may wait for the visitor, is below it', async () => {
      const pending = page.locator('.pending-update')
      await page.evaluate(
        `document.body.insertAdjacentHTML('beforeend', '<button class="pending-update button">1</button>')`,
      )
      const { y = 0, height = 0 } = (await notice.boundingBox()) ?? {}
      expect((await pending.boundingBox())?.y).toBeGreaterThanOrEqual(y + height)
      await pending.evaluate((button) => button.remove())
    })
    await shop.startAgain()
    await missed('Missed again')
    await expect(titles(page)).toHaveText(['Missed again', 'Missed once'])
    await expect(notice).toHaveCount(0)
  })
})

test.describe('2. Live pages of a shop of several processes', () => {
  test('that another process answers as they were, as it does not know of the change yet, ask once more', async ({
    page,
    context,
    shop,
  }) => {
    const { id } = await addItem(shop.url, beanie)
    const owner = await createOwner(shop, 'owner@example.com')
    const itemPage = await context.newPage()
    for (const [live, path] of [
      [page, '/'],
      [itemPage, `/item/${id}`],
    ] as const) {
      const former = await (await fetch(shop.url + path)).text()
      await live.goto(path)
      await isLive(live)
      const answerOf = (route: Route) => route.fulfill({ body: former, contentType: 'text/html' })
      await live.route(shop.url + path, answerOf, { times: 1 })
    }
    const { version = '' } = (await listManaged(shop.url, owner)).find((item) => item.id === id) ?? {}
    await callApi(shop.url, owner, { method: 'PATCH', path: `/items/${id}`, version, body: { price: 4_321 } })
    await expect(page.getByRole('article')).toContainText('LKR\u00A04,321')
    await expect(itemPage.getByRole('main')).toContainText('LKR\u00A04,321')
  })
})

test.describe('2. The live list does not move what the visitor is reading', () => {
  test('while the pointer or the focus is in the grid, or the page is scrolled into it, a button announces new items', async ({
    page,
    shop,
  }) => {
    await page.clock.install()
    await addItems(shop.url, scarves(12))
    await openHome(page)
    const first = titles(page).first()
    await test.step('the list updates when the pointer leaves the grid', async () => {
      await page.getByRole('article').first().hover()
      await addItem(shop.url, minimalItem('One more'))
      await expect(newItemsButton(page, '1 new item')).toBeVisible()
      await expect(first).toHaveText('Scarf 12')
      await addItem(shop.url, minimalItem('Another'))
      await expect(newItemsButton(page, '2 new items')).toBeVisible()
      await page.clock.runFor(idleMs)
      await expect(first).toHaveText('Scarf 12')
      await page.getByRole('banner').hover()
      await page.clock.runFor(idleMs)
      await expect(titles(page)).toHaveText(['Another', 'One more', ...Array<RegExp>(12).fill(/^Scarf/)])
      await expect(newItemsButton(page)).toHaveCount(0)
    })
    await test.step('the focus stays, and the list updates when it leaves the grid', async () => {
      const link = page.getByRole('link', { name: 'Another' })
      await link.focus()
      await addItem(shop.url, minimalItem())
      await expect(newItemsButton(page, '1 new item')).toBeVisible()
      await page.clock.runFor(idleMs)
      await expect(first).toHaveText('Another')
      await expect(link).toBeFocused()
      await page.getByRole('banner').getByRole('link', { name: 'Home' }).focus()
      await page.clock.runFor(idleMs)
      await expect(first).toHaveText('Plain Scarf')
    })
    await test.step('scrolled into the grid, the list updates only when the button is pressed, also in a tab that is left', async () => {
      const read = card(page, 'Scarf 3')
      await previewBanner(page).hover() // It stays where it is, and the pointer outside the grid.
      await read.scrollIntoViewIfNeeded()
      const before = await read.boundingBox()
      await addItem(shop.url, beanie)
      await expect(newItemsButton(page, '1 new item')).toBeVisible()
      await page.clock.runFor(idleMs)
      expect(await read.boundingBox()).toEqual(before)
      await whileHidden(page, () => page.clock.runFor(idleMs))
      expect(await read.boundingBox()).toEqual(before)
      await newItemsButton(page).click()
      await expect(first).toHaveText('Harbour Beanie')
      await expect(page.getByRole('article').first()).toBeInViewport()
      await expect(first.getByRole('link')).toBeFocused()
      await expect(newItemsButton(page)).toHaveCount(0)
    })
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

/** The markup of each card, apart from what depends on its place in the list. */
function markupOf(page: Page): Promise<string[]> {
  return page
    .getByRole('article')
    .evaluateAll((cards: { outerHTML: string }[]) =>
      cards.map(({ outerHTML }) => outerHTML.replaceAll(/ (?:loading|fetchpriority)="\w+"/g, '')),
    )
}

function collectionStatus(page: Page): Locator {
  return page.getByRole('region', { name: 'The collection' }).getByRole('status')
}

function newItemsButton(page: Page, name: string | RegExp = /new items?$/): Locator {
  return page.getByRole('button', { name, exact: true })
}
