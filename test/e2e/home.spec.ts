import { createOwner } from '../kit/accounts.ts'
import { addItems, type NewItem, type ApiItem } from '../kit/api-client.ts'
import { card as cardOf, titles } from '../kit/browser/home-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { callApi, listManaged } from '../kit/manage-client.ts'
import { images } from '../kit/photos/image-server.ts'
import { minimalItem, beanie } from '../kit/sample-items.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

test.describe('2. Route /: hero', () => {
  test.use({ stock: 'full' })

  test('has eyebrow, headline and sub text', async ({ page }) => {
    await page.goto('/')
    const main = page.getByRole('main')
    await expect(main.getByText('New • Hand-crafted', { exact: true })).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Warm. Minimal. Knitted.', exact: true })).toBeVisible()
    const sub = 'Small-batch designer pieces for cool days and cozy nights.'
    await expect(main.getByText(sub, { exact: true })).toBeVisible()
  })

  test("'Shop Collection' jumps to the catalogue", async ({ page }) => {
    await page.goto('/')
    await page.getByRole('main').getByRole('link', { name: 'Shop Collection', exact: true }).click()
    await expect(page).toHaveURL(/\/#[\w-]+$/)
    await expect(page.getByRole('article').first()).toBeInViewport({ ratio: 0.5 })
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0)
  })

  test("'View All' is a link to home", async ({ page }) => {
    await page.goto('/#catalogue')
    const viewAll = page.getByRole('main').getByRole('link', { name: 'View All', exact: true })
    await expect(viewAll).toHaveAttribute('href', '/')
    await viewAll.click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('2. Route /: grid', () => {
  test.use({ stock: 'full' })

  test('shows the newest 24 items, newest first, and not the 25th', async ({ page, openFullShop }) => {
    const { items } = await openFullShop()
    await page.goto('/')
    const newestFirst = items.map(({ title }) => title).toReversed()
    await expect(titles(page)).toHaveText(newestFirst.slice(0, 24))
    await expect(page.getByText(newestFirst[24] ?? '', { exact: true })).toHaveCount(0)
  })

  test('all images have a size, and all but the first load lazily', async ({ page }) => {
    await page.goto('/')
    const pictures = page.getByRole('article').locator('img')
    await expect(pictures).toHaveCount(24)
    await expect(pictures.first()).not.toHaveAttribute('loading', 'lazy')
    await expect(pictures.first()).toHaveAttribute('fetchpriority', 'high')
    for (const image of (await pictures.all()).slice(1)) {
      await expect(image).toHaveAttribute('loading', 'lazy')
      await expect(image).not.toHaveAttribute('fetchpriority')
    }
    for (const image of await pictures.all()) {
      await expect(image).toHaveAttribute('width', /^\d+$/)
      await expect(image).toHaveAttribute('height', /^\d+$/)
    }
    await expect(pictures.first()).toHaveJSProperty('complete', true)
    await expect(pictures.first()).toHaveJSProperty('naturalWidth', 480)
  })

  for (const part of ['image', 'title'] as const) {
    test(`the ${part} links to /item/{id}`, async ({ page, openFullShop }) => {
      const { items } = await openFullShop()
      const newest = items.at(-1) as ApiItem
      await page.goto('/')
      const card = page.getByRole('article').first()
      const target = part === 'image' ? card.locator('img') : card.getByRole('link', { name: newest.title })
      await target.click()
      await expect(page).toHaveURL(`/item/${newest.id}`)
      await expect(page.getByRole('heading', { name: newest.title })).toBeVisible()
    })
  }

  test('the image and the title are one link each to /item/{id}', async ({ page, openFullShop }) => {
    const { items } = await openFullShop()
    await page.goto('/')
    const links = page
      .getByRole('article')
      .first()
      .locator(`a[href="/item/${items.at(-1)?.id}"]`)
    await expect(links.filter({ has: page.locator('img') })).toHaveCount(1)
    await expect(links.filter({ hasText: items.at(-1)?.title ?? '' })).toHaveCount(1)
  })
})

test.describe('2. Route /: card', () => {
  test.use({ stock: 'shared' })

  test('has image, title, tagline, price and category', async ({ page, shop }) => {
    await addItems(shop.url, [beanie])
    await page.goto('/')
    const card = page.getByRole('article').first()
    await expect(card.locator('img')).toHaveAttribute('src', images.url('beanie'))
    await expect(card.getByRole('heading', { name: 'Harbour Beanie', exact: true })).toBeVisible()
    await expect(card.getByText('Ribbed, double brim', { exact: true })).toBeVisible()
    await expect(card.getByText('LKR 12,500', { exact: true })).toBeVisible()
    await expect(card.getByText('Beanies', { exact: true })).toBeVisible()
  })

  test("shows a dash without a price, and 'Knits' without a category", async ({ page, shop }) => {
    await addItems(shop.url, [minimalItem()])
    await page.goto('/')
    const card = page.getByRole('article').first()
    await expect(card.getByText(/^[-–—]$/)).toBeVisible()
    await expect(card).toMatchAriaSnapshot(`
      - article:
        - heading "Plain Scarf"
        - paragraph: Price on request
        - text: Knits
    `)
    await expect(card.getByText('Knits', { exact: true })).toBeVisible()
    await expect(card).not.toContainText('LKR')
  })

  test("the price is 'LKR' and the number with thousands separators", async ({ page, shop }) => {
    const prices: [number, string][] = [
      [0, 'LKR 0'],
      [950, 'LKR 950'],
      [12_500, 'LKR 12,500'],
      [1_250.5, 'LKR 1,250.50'],
      [1_000_000, 'LKR 1,000,000'],
    ]
    const newItems = prices.map(([price]): NewItem => ({ ...minimalItem(`At ${price}`), price }))
    await addItems(shop.url, newItems)
    await page.goto('/')
    for (const [price, text] of prices) {
      const card = page
        .getByRole('article')
        .filter({ hasText: `At ${price}` })
        .first()
      await expect(card.getByText(text, { exact: true })).toBeVisible()
    }
  })

  test('texts of an owner are shown as text, never as markup', async ({ page, shop }) => {
    const hostile = '</script><script>document.title="owned"</script><img src=x onerror=alert(1)>'
    await addItems(shop.url, [{ ...beanie, title: hostile, tagline: hostile, category: hostile.slice(0, 60) }])
    await page.goto('/')
    const card = page.getByRole('article').first()
    await expect(card.getByRole('heading')).toHaveText(hostile)
    await expect(card.locator('img')).toHaveCount(1)
    await expect(page).not.toHaveTitle('owned')
  })

  test('long texts take two lines, and prices and categories line up with those of the neighbours', async ({
    page,
    shop,
  }) => {
    const long = {
      ...beanie,
      title: 'அழகான கம்பளி தொப்பி '.repeat(6).trim(),
      tagline: 'a soft word '.repeat(16).trim(),
      category: 'Baby clothes, blankets and bonnets for cool evenings',
    }
    await addItems(shop.url, [beanie, { ...beanie, tagline: '' }, long, minimalItem()])
    const cards = page.getByRole('article')
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      const isPhone = width < 768
      await expect(cards.nth(1).locator('.tagline')).toBeVisible({ visible: !isPhone })
      await expect(cards.nth(1).locator('.chip')).toBeVisible({ visible: !isPhone })
      for (const part of isPhone ? ['h3'] : ['h3', '.tagline']) {
        const text = cards.nth(1).locator(part)
        const oneLine = await cards.last().locator('h3').boundingBox()
        const { height = 0 } = (await text.boundingBox()) ?? {}
        expect(Math.round(height / (oneLine?.height ?? 0)), part).toBe(2)
      }
      await expect(cards.nth(1).getByRole('heading')).toHaveAccessibleName(long.title)
      for (const part of isPhone ? ['.price'] : ['.price', '.chip']) {
        const tops = await cards.locator(part).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
        expect(tops[0], part).toBeCloseTo(tops[1] ?? 0, 0)
      }
    }
  })

  test('a sold item says so on its picture, which is dimmed', async ({ page, shop }) => {
    await addItems(shop.url, [minimalItem('For sale'), minimalItem('Gone')])
    await sell(shop, 'Gone')
    await page.goto('/')
    const sold = cardOf(page, 'Gone')
    const word = await sold.getByText('Sold', { exact: true }).boundingBox()
    const picture = await sold.locator('.card-image').boundingBox()
    expect(word && picture && word.y + word.height < picture.y + picture.height).toBe(true)
    await expect(sold.locator('.card-image')).toHaveCSS('opacity', '0.5')
    await expect(cardOf(page, 'For sale').locator('.card-image')).toHaveCSS('opacity', '1')
    await expect(cardOf(page, 'For sale').getByText('Sold')).toHaveCount(0)
  })
})

/** Marks an item as sold, as an owner. */
async function sell(shop: RunningShop, title: string): Promise<void> {
  const owner = await createOwner(shop, 'owner@example.com')
  const item = (await listManaged(shop.url, owner)).find((one) => one.title === title)
  const change = { method: 'PATCH', path: `/items/${item?.id}`, body: { sold: true }, version: item?.version ?? '' }
  await callApi(shop.url, owner, change)
}
