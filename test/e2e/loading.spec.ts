import { createOwner } from '../kit/accounts.ts'
import { addItem, addItems } from '../kit/api-client.ts'
import { isLive, titles } from '../kit/browser/home-page.ts'
import { readLayoutShifts } from '../kit/browser/layout-shifts.ts'
import { expect, shopWithPausedReads, test } from '../kit/browser/shop-fixtures.ts'
import { callApi, changeSettings, listManaged } from '../kit/manage-client.ts'
import { minimalItem, beanie, scarves } from '../kit/sample-items.ts'

test.use({ shopScript: shopWithPausedReads })

test.describe('2. Route /: while the list is loading, empty or failing', () => {
  test("shows 'Loading items…' while loading, then the grid", async ({ page, shop, controlReads }) => {
    await addItem(shop.url, beanie)
    await controlReads('pause')
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByText('Loading items…', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Warm. Minimal. Knitted.' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Add item' })).toBeVisible()
    await expect(page.getByText('No items yet.')).toHaveCount(0)
    await controlReads('resume')
    await expect(titles(page)).toHaveText(['Harbour Beanie'])
    await expect(page.getByText('Loading items…')).toHaveCount(0)
  })

  test('what was shown while loading does not move when the list and its categories come', async ({
    page,
    shop,
    controlReads,
  }) => {
    await addItems(shop.url, scarves(12))
    const owner = await createOwner(shop, 'owner@example.com')
    await changeSettings(shop.url, owner, { about: 'I knit every piece by hand.', delivery: 'By post.' })
    await controlReads('pause')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByText('Loading items…', { exact: true })).toBeVisible()
    await controlReads('resume')
    await expect(page.getByRole('region', { name: 'Categories' }).getByRole('link')).toHaveCount(1)
    await expect(page.getByText('I knit every piece by hand.')).toBeVisible()
    expect(await page.evaluate(readLayoutShifts)).toEqual([])
  })

  test('a list that was loaded late still gets live updates', async ({ page, shop, controlReads }) => {
    await addItem(shop.url, beanie)
    await controlReads('pause')
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByText('Loading items…', { exact: true })).toBeVisible()
    await controlReads('resume')
    await expect(page.getByRole('article')).toHaveCount(1)
    await addItem(shop.url, minimalItem())
    await expect(titles(page)).toHaveText(['Plain Scarf', 'Harbour Beanie'])
  })

  test('an item that is added while the list is loading is shown', async ({ page, shop, controlReads }) => {
    await controlReads('pause')
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByText('Loading items…', { exact: true })).toBeVisible()
    await addItem(shop.url, beanie)
    await controlReads('resume')
    await expect(titles(page)).toHaveText(['Harbour Beanie'])
  })

  test("shows 'No items yet.' without items, whether loaded late or at once", async ({ page, controlReads }) => {
    await page.goto('/')
    await expect(page.getByText('No items yet.', { exact: true })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    await controlReads('pause')
    await page.goto('/create')
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByText('No items yet.')).toBeVisible()
  })

  test('a crawler gets the complete page', async ({ page, shop, controlReads, request }) => {
    await addItem(shop.url, beanie)
    await controlReads('pause')
    const answering = request.get('/', { headers: { 'User-Agent': 'WhatsApp/2.23.20.0' } })
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByText('Loading items…', { exact: true })).toBeVisible()
    await controlReads('resume')
    const html = await (await answering).text()
    expect(html).toContain('Harbour Beanie')
    expect(html).not.toContain('Loading items…</p>')
  })

  test("a crawler's request while the storage fails does not end the shop", async ({ shop, controlReads, request }) => {
    const { id } = await addItem(shop.url, beanie)
    await controlReads('fail')
    for (const path of ['/', `/item/${id}`]) {
      const answer = await request.get(path, { headers: { 'User-Agent': 'facebookexternalhit/1.1' } })
      expect(answer.status()).toBeGreaterThanOrEqual(500)
    }
    await controlReads('resume')
    expect(await (await request.get('/')).text()).toContain('Harbour Beanie')
  })

  test.describe('8. loading stops silently on a list error', () => {
    test.use({ allowedErrors: /status of 503/ })

    for (const moment of ['at once', 'late'] as const) {
      test(`when it fails ${moment}, and the list is shown once it can be read`, async ({
        page,
        shop,
        controlReads,
      }) => {
        await addItem(shop.url, beanie)
        await controlReads(moment === 'late' ? 'pause' : 'fail')
        await page.goto('/', { waitUntil: 'commit' })
        if (moment === 'late') {
          await expect(page.getByText('Loading items…', { exact: true })).toBeVisible()
          await controlReads('fail')
        }
        await expect(page.getByText('Loading items…')).toHaveCount(0)
        await expect(page.getByRole('main')).toHaveText(
          /^New • Hand-crafted.*Shop Collection\s*View All\s*The collection\s*$/s,
        )
        await expect(page.getByRole('alert')).toHaveCount(0)
        await controlReads('resume')
        await addItem(shop.url, minimalItem())
        await expect(titles(page)).toHaveText(['Plain Scarf', 'Harbour Beanie'])
      })
    }

    test('a list that cannot be refreshed stays as it is', async ({ page, otherVisitor, shop, controlReads }) => {
      await addItem(shop.url, beanie)
      await page.goto('/')
      const card = await page.getByRole('article').elementHandle()
      await test.step('late', async () => {
        await controlReads('pause')
        const [asked, refetched] = [page.waitForRequest(`${shop.url}/`), page.waitForEvent('requestfinished')]
        await addItem(shop.url, minimalItem('Slow Scarf'))
        await asked
        await otherVisitor.goto('/', { waitUntil: 'commit' })
        await expect(otherVisitor.getByText('Loading items…', { exact: true })).toBeVisible()
        await controlReads('fail')
        await refetched
        await expect(titles(page)).toHaveText(['Harbour Beanie'])
        await controlReads('resume')
        await addItem(shop.url, minimalItem('Next Scarf'))
        await expect(titles(page)).toHaveText(['Next Scarf', 'Slow Scarf', 'Harbour Beanie'])
      })
      await controlReads('fail')
      const refetched = page.waitForResponse((answer) => answer.url() === `${shop.url}/` && answer.status() === 503)
      await addItem(shop.url, minimalItem())
      await refetched
      await expect(titles(page)).toHaveText(['Next Scarf', 'Slow Scarf', 'Harbour Beanie'])
      await expect(page.getByRole('alert')).toHaveCount(0)
      await controlReads('resume')
      await addItem(shop.url, minimalItem('Late Scarf'))
      await expect(titles(page)).toHaveText(['Late Scarf', 'Plain Scarf', 'Next Scarf', 'Slow Scarf', 'Harbour Beanie'])
      expect(await card?.evaluate((element) => element.isConnected)).toBe(true)
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
    await page.goto('/pieces', { waitUntil: 'commit' })
    await expect(page.getByText('Loading…', { exact: true })).toBeVisible()
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
  })

  for (const moment of ['at once', 'late'] as const) {
    test(`when that fails ${moment}, the page says so, and the next visit shows the list`, async ({
      page,
      shop,
      controlReads,
    }) => {
      await addItem(shop.url, beanie)
      await controlReads('pause-index')
      if (moment === 'at once') await controlReads('fail')
      await page.goto('/pieces?q=beanie', { waitUntil: 'commit' })
      if (moment === 'late') {
        await expect(page.getByText('Loading…', { exact: true })).toBeVisible()
        await controlReads('fail')
      }
      await expect(page.getByRole('alert')).toHaveText(/^We couldn’t load the pieces\./)
      await expect(page.getByRole('searchbox')).toHaveValue('beanie')
      await controlReads('resume')
      await page.reload()
      await expect(titles(page)).toHaveText(['Harbour Beanie'])
    })
  }
})

test.describe('2. Route /item/{id}: while the item is loading', () => {
  test.use({ stock: 'shared' })

  test("shows 'Loading…', then the item", async ({ page, shop, controlReads }) => {
    const { id } = await addItem(shop.url, beanie)
    await controlReads('pause')
    await page.goto(`/item/${id}`, { waitUntil: 'commit' })
    await expect(page.getByText('Loading…', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: '← Back', exact: true })).toBeVisible()
    await controlReads('resume')
    await expect(page.getByRole('heading', { name: 'Harbour Beanie' })).toBeVisible()
    await expect(page.getByText('Loading…')).toHaveCount(0)
  })

  test("shows 'Loading…', then 'Item not found.' with 'Back home'", async ({ page, controlReads }) => {
    await controlReads('pause')
    await page.goto('/item/aaaaaaaaaaaaaaaaaaaa', { waitUntil: 'commit' })
    await expect(page.getByText('Loading…', { exact: true })).toBeVisible()
    await controlReads('resume')
    await expect(page.getByText('Item not found.', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back home', exact: true })).toHaveAttribute('href', '/')
  })

  test.describe('an item that cannot be read', () => {
    test.use({ allowedErrors: /status of 50\d/ })

    for (const moment of ['at once', 'late'] as const) {
      test(`${moment}: the page does not show 'Item not found.'`, async ({ page, shop, controlReads }) => {
        const { id } = await addItem(shop.url, beanie)
        await controlReads(moment === 'late' ? 'pause' : 'fail')
        await page.goto(`/item/${id}`, { waitUntil: 'commit' })
        if (moment === 'late') {
          await expect(page.getByText('Loading…', { exact: true })).toBeVisible()
          await controlReads('fail')
        }
        await expect(page.getByText('This page couldn’t be loaded. Please try again.')).toBeVisible()
        await expect(page.getByText('Item not found.')).toHaveCount(0)
        await expect(page.getByRole('banner').getByRole('heading')).toHaveText('Stockinette')
      })
    }
  })
})

test.describe('2. Route /item/{id}: while a purged item is loading', () => {
  test("shows 'Loading…', then that a purged item is no longer available", async ({ page, shop, controlReads }) => {
    const { id } = await addItem(shop.url, beanie)
    const owner = await createOwner(shop, 'owner@example.com')
    await callApi(shop.url, owner, { method: 'DELETE', path: `/items/${id}` })
    await shop.purge()
    await controlReads('pause')
    await page.goto(`/item/${id}`, { waitUntil: 'commit' })
    await expect(page.getByText('Loading…', { exact: true })).toBeVisible()
    await controlReads('resume')
    await expect(page.getByText('This piece is no longer available.', { exact: true })).toBeVisible()
  })
})

test.describe('2. Route /item/{id}: an item that cannot be read after it was shown', () => {
  test.use({ allowedErrors: /status of 50\d/ })

  test('stays, and follows the next change', async ({ page, otherVisitor, shop, controlReads }) => {
    const { id } = await addItem(shop.url, beanie)
    const owner = await createOwner(shop, 'owner@example.com')
    const setPrice = async (price: number) => {
      const { version = '' } = (await listManaged(shop.url, owner))[0] ?? {}
      await callApi(shop.url, owner, { method: 'PATCH', path: `/items/${id}`, version, body: { price } })
    }
    await page.goto(`/item/${id}`)
    await isLive(page)
    await controlReads('pause')
    const asked = page.waitForRequest(`**/item/${id}`)
    await setPrice(1_000)
    await asked
    await otherVisitor.goto(`/item/${id}`, { waitUntil: 'commit' })
    await expect(otherVisitor.getByText('Loading…', { exact: true })).toBeVisible()
    const refetched = page.waitForEvent('requestfinished')
    await controlReads('fail')
    await refetched
    await expect(page.getByRole('heading', { name: 'Harbour Beanie' })).toBeVisible()
    await controlReads('resume')
    await setPrice(2_000)
    await expect(page.getByRole('main')).toContainText('LKR 2,000')
  })
})
