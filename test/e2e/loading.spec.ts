import type { Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, addItems } from '../kit/api-client.ts'
import { isLive, titles } from '../kit/browser/home-page.ts'
import { readLayoutShifts } from '../kit/browser/layout-shifts.ts'
import { expect, shopWithPausedReads, test, userAgent } from '../kit/browser/shop-fixtures.ts'
import { callApi, changeSettings, listManaged } from '../kit/manage-client.ts'
import { minimalItem, beanie, scarves } from '../kit/sample-items.ts'
import type { ReadsCommand } from '../kit/shop/shop-with-paused-reads.ts'

test.use({ shopScript: shopWithPausedReads })

/**
 * Leaves a page that is live. Where it fetches the list itself, and waits, the browser would keep the next request to the same
 * address waiting for 20 seconds.
 */
async function leave(page: Page): Promise<void> {
  await page.goto('about:blank')
}

/** Opens a page whose reads are paused: it says that it is loading. */
async function openLoading(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByText(path === '/' ? 'Loading items…' : 'Loading…', { exact: true })).toBeVisible()
}

test.describe('2. Route /: while the list is loading, empty or failing', () => {
  test("shows 'Loading items…' while loading, then the grid, or 'No items yet.', as it is by then, and live", async ({
    page,
    shop,
    controlReads,
    request,
  }) => {
    await test.step("'No items yet.', whether loaded late or at once", async () => {
      await controlReads('pause')
      await openLoading(page, '/')
      await expect(page.getByText('No items yet.')).toHaveCount(0)
      await controlReads('resume')
      const openWhilePaused = async () => {
        await leave(page)
        await controlReads('pause')
        await page.goto('/', { waitUntil: 'commit' })
      }
      for (const open of [() => undefined, () => page.goto('/'), openWhilePaused]) {
        await open()
        await expect(page.getByText('No items yet.', { exact: true })).toBeVisible()
        await expect(page.getByRole('article')).toHaveCount(0)
      }
      await controlReads('resume')
    })

    await test.step('an item that is added while the list is loading; a crawler gets the complete page', async () => {
      await leave(page)
      await controlReads('pause')
      await addItem(shop.url, minimalItem('Scarf 0'))
      const answering = request.get('/', { headers: { 'User-Agent': 'WhatsApp/2.23.20.0' } })
      await openLoading(page, '/')
      await expect(page.getByRole('heading', { name: 'Warm. Minimal. Knitted.' })).toBeVisible()
      await expect(page.getByRole('banner').getByRole('link', { name: 'Add item' })).toBeVisible()
      await expect(page.getByText('No items yet.')).toHaveCount(0)
      await addItem(shop.url, minimalItem('Scarf 00'))
      await controlReads('resume')
      await expect(titles(page)).toHaveText(['Scarf 00', 'Scarf 0'])
      await expect(page.getByText('Loading items…')).toHaveCount(0)
      const html = await (await answering).text()
      expect(html).toContain('Scarf 0')
      expect(html).not.toContain('Loading items…</p>')
    })

    await test.step('a list that was loaded late still gets live updates', async () => {
      await addItem(shop.url, minimalItem('Scarf 000'))
      await expect(titles(page)).toHaveText(['Scarf 000', 'Scarf 00', 'Scarf 0'])
    })

    await test.step('what was shown while loading does not move when the list and its categories come', async () => {
      await leave(page)
      await addItems(shop.url, scarves(12))
      const owner = await createOwner(shop, 'owner@example.com')
      await page.setViewportSize({ width: 360, height: 740 })
      await controlReads('pause')
      await changeSettings(shop.url, owner, { about: 'I knit every piece by hand.', delivery: 'By post.' })
      await openLoading(page, '/')
      await controlReads('resume')
      await expect(page.getByRole('region', { name: 'Categories' }).getByRole('link')).toHaveCount(1)
      await expect(page.getByText('I knit every piece by hand.')).toBeVisible()
      expect(await page.evaluate(readLayoutShifts)).toEqual([])
    })
  })

  test.describe('8. loading stops silently on a list error', () => {
    test.use({ allowedErrors: /status of 503/ })

    test('at once, late, or when it is refreshed, and the list is shown once it can be read; it does not end the shop', async ({
      page,
      otherVisitor,
      shop,
      controlReads,
      request,
    }) => {
      const { id } = await addItem(shop.url, beanie)
      const shown = ['Harbour Beanie']
      const add = (title: string) => {
        shown.unshift(title)
        return addItem(shop.url, minimalItem(title))
      }
      for (const moment of ['at once', 'late'] as const) {
        await test.step(moment, async () => {
          if (moment === 'at once') {
            await controlReads('fail')
            await page.goto('/', { waitUntil: 'commit' })
          } else {
            await leave(page)
            await controlReads('pause')
            await add('Scarf, added meanwhile')
            await openLoading(page, '/')
            await controlReads('fail')
          }
          await expect(page.getByText('Loading items…')).toHaveCount(0)
          await expect(page.getByRole('main')).toHaveText(
            /^New • Hand-crafted.*Shop Collection\s*View All\s*The collection\s*$/s,
          )
          await expect(page.getByRole('alert')).toHaveCount(0)
          for (const path of ['/', `/item/${id}`]) {
            const answer = await request.get(path, { headers: { 'User-Agent': 'facebookexternalhit/1.1' } })
            expect(answer.status()).toBeGreaterThanOrEqual(500)
          }
          await controlReads('resume')
          await add(`Scarf, added ${moment}`)
          await expect(titles(page)).toHaveText(shown)
          expect(await (await request.get('/')).text()).toContain('Harbour Beanie')
        })
      }
      await page.reload()
      const card = await page.getByRole('article').last().elementHandle()
      await test.step('late: a list that cannot be refreshed stays as it is', async () => {
        const before = [...shown]
        await controlReads('pause')
        const asked = page.waitForRequest(`${shop.url}/`)
        const refetched = page.waitForEvent('requestfinished', (sent) => sent.url() === `${shop.url}/`)
        await add('Slow Scarf')
        await asked
        await openLoading(otherVisitor, '/')
        await controlReads('fail')
        await refetched
        await expect(titles(page)).toHaveText(before)
        await controlReads('resume')
        await add('Next Scarf')
        await expect(titles(page)).toHaveText(shown)
      })
      await test.step('at once: a list that cannot be refreshed stays as it is', async () => {
        const before = [...shown]
        await controlReads('fail')
        const refetched = page.waitForResponse((answer) => answer.url() === `${shop.url}/` && answer.status() === 503)
        await add('Plain Scarf')
        await refetched
        await expect(titles(page)).toHaveText(before)
        await expect(page.getByRole('alert')).toHaveCount(0)
        await controlReads('resume')
        await add('Late Scarf')
        await expect(titles(page)).toHaveText(shown)
        expect(await card?.evaluate((element) => element.isConnected)).toBe(true)
      })
    })
  })
})

test.describe('Lists of pieces, while the index is being filled', () => {
  test.use({ allowedErrors: /status of 503/ })

  test("the newest pieces are shown with 'Loading…'; then the total, the filters and the pages; no card moves", async ({
    page,
    shop,
    controlReads,
    request,
  }) => {
    await addItems(shop.url, scarves(25))
    await controlReads('pause-index')
    await page.setViewportSize({ width: 360, height: 800 })
    await openLoading(page, '/pieces')
    await expect(titles(page)).toHaveCount(24)
    const readPlaces = () =>
      Promise.all([page.locator('#pieces-title'), page.getByRole('article').first()].map((part) => part.boundingBox()))
    const places = await readPlaces()
    await expect(page.locator('.filter-form')).toHaveCount(0)
    const crawled = request.get('/pieces', { headers: { 'User-Agent': 'WhatsApp/2.23.20.0' } })
    await controlReads('resume')
    await expect(page.getByRole('status').getByText('25 pieces')).toBeVisible()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    await expect(page.locator('.filter-form')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Older pieces' })).toBeVisible()
    await expect(titles(page)).toHaveCount(24)
    expect(await readPlaces()).toEqual(places)
    expect(await (await crawled).text()).toContain('25 pieces')
    await addItem(shop.url, beanie)
    await expect(titles(page).first()).toHaveText('Harbour Beanie')

    for (const [moment, words] of [
      ['late', 'beanie'],
      ['at once', 'harbour'],
    ] as const) {
      await test.step(`when that fails ${moment}, the page says so, and shows the list at the next attempt`, async () => {
        await controlReads('pause-index')
        if (moment === 'late') await openLoading(page, `/pieces?q=${words}`)
        await controlReads('fail')
        if (moment === 'at once') await page.goto(`/pieces?q=${words}`, { waitUntil: 'commit' })
        await expect(page.getByRole('alert')).toHaveText(/^We couldn’t load the pieces\./)
        await expect(page.getByRole('searchbox')).toHaveValue(words)
        await controlReads('resume')
        await page.getByRole('link', { name: 'Try again' }).click()
        await expect(titles(page)).toHaveText(['Harbour Beanie'])
      })
    }
  })
})

test.describe('2. Route /item/{id}: while the item is loading', () => {
  test.use({ allowedErrors: /status of 50\d/ })

  test("shows 'Loading…', then the item or 'Item not found.', which it does not say of an item that cannot be read; one that was shown stays, and follows the next change", async ({
    page,
    otherVisitor,
    browser,
    faults,
    shop,
    controlReads,
  }) => {
    const [item, purged, failing] = await addItems(shop.url, [beanie, minimalItem('Purged'), minimalItem('Failing')])
    const owner = await createOwner(shop, 'owner@example.com')
    await callApi(shop.url, owner, { method: 'DELETE', path: `/items/${purged?.id}` })
    await shop.purge()

    for (const [id, then] of [
      [item?.id, page.getByRole('heading', { name: 'Harbour Beanie' })],
      ['aaaaaaaaaaaaaaaaaaaa', page.getByText('Item not found.', { exact: true })],
      [purged?.id, page.getByText('This piece is no longer available.', { exact: true })],
    ] as const) {
      await controlReads('pause')
      await openLoading(page, `/item/${id}`)
      await expect(page.getByRole('link', { name: '← Back', exact: true })).toBeVisible()
      await controlReads('resume')
      await expect(then).toBeVisible()
      await expect(page.getByText('Loading…')).toHaveCount(0)
      const backHome = page.getByRole('link', { name: 'Back home', exact: true })
      if (id !== item?.id) await expect(backHome).toHaveAttribute('href', '/')
    }

    for (const moment of ['at once', 'late'] as const) {
      await test.step(`one that cannot be read, ${moment}`, async () => {
        const path = `/item/${failing?.id}`
        await controlReads('pause')
        if (moment === 'late') await openLoading(page, path)
        await controlReads('fail')
        if (moment === 'at once') await page.goto(path, { waitUntil: 'commit' })
        await expect(page.getByText('This page couldn’t be loaded. Please try again.')).toBeVisible()
        await expect(page.getByText('Item not found.')).toHaveCount(0)
        await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '')
        await expect(page.getByRole('banner').getByRole('heading')).toHaveText('Stockinette')
      })
    }
    await controlReads('resume')
    const path = `/item/${item?.id}`
    const setPrice = async (price: number) => {
      const { version = '' } = (await listManaged(shop.url, owner)).find(({ id }) => id === item?.id) ?? {}
      await callApi(shop.url, owner, { method: 'PATCH', path: `/items/${item?.id}`, version, body: { price } })
    }
    await test.step('one that cannot be read after it was shown stays, and follows the next change', () =>
      expectStays({ page, otherVisitor, controlReads }, path, setPrice))
    await test.step('without JavaScript, a page that is still loading is loaded again once the storage has answered', async () => {
      const context = await browser.newContext({ baseURL: shop.url, userAgent, javaScriptEnabled: false })
      context.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
      const visitor = await context.newPage()
      // Pages that were read before are cached.
      for (const unread of ['/', `/item/${failing?.id}`]) {
        await controlReads('pause')
        await openLoading(visitor, unread)
        await controlReads('resume')
        await expect(visitor.getByRole('main').getByRole('heading', { name: 'Failing' })).toBeVisible()
        await expect(visitor.getByText(/^Loading/)).toHaveCount(0)
      }
      await context.close()
    })
  })
})

interface Visitors {
  readonly page: Page
  readonly otherVisitor: Page
  readonly controlReads: (command: ReadsCommand) => Promise<void>
}

/** Changes the price of the open item while it cannot be read, and once more. */
async function expectStays(
  { page, otherVisitor, controlReads }: Visitors,
  path: string,
  setPrice: (price: number) => Promise<void>,
): Promise<void> {
  await page.goto(path)
  await isLive(page)
  await controlReads('pause')
  const asked = page.waitForRequest(`**${path}`)
  await setPrice(1_000)
  await asked
  await openLoading(otherVisitor, path)
  const title = page.getByRole('heading', { name: 'Harbour Beanie' })
  const shown = await title.elementHandle()
  const refetched = page.waitForEvent('requestfinished', (request) => request.url().endsWith(path))
  await controlReads('fail')
  await refetched
  await page.evaluate('new Promise((resolve) => setTimeout(resolve))') // The page has read the answer.
  expect(await shown?.evaluate((element) => element.isConnected)).toBe(true)
  await expect(title).toBeVisible()
  await controlReads('resume')
  await setPrice(2_000)
  await expect(page.getByRole('main')).toContainText('LKR 2,000')
}
