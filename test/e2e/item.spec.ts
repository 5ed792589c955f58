import { addItem } from '../kit/api-client.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { images } from '../kit/photos/image-server.ts'
import { minimalItem, beanie } from '../kit/sample-items.ts'

test.use({ stock: 'shared' })

test.describe('2. Route /item/{id}', () => {
  test('shows large image, title, tagline, chips, price, enquiry and description; ← Back returns home', async ({
    page,
    shop,
  }) => {
    const { id } = await addItem(shop.url, beanie)
    await page.goto(`/item/${id}`)
    const main = page.getByRole('main')
    const image = main.getByRole('img', { name: 'Harbour Beanie' })
    await expect(image).toHaveAttribute('src', images.url('beanie'))
    await expect(image).toHaveJSProperty('naturalWidth', 480)
    expect((await image.boundingBox())?.width).toBeGreaterThan(400)
    await expect(main.getByRole('heading', { name: 'Harbour Beanie', exact: true })).toBeVisible()
    for (const words of ['Ribbed, double brim', 'Beanies', 'Size: S / M', 'Color: Ivory', 'LKR 12,500']) {
      await expect(main.getByText(words, { exact: true })).toBeVisible()
    }
    const description = main.getByText('Merino from the hill country.')
    await expect(description).toHaveText('Merino from the hill country.\nWash by hand.', { useInnerText: true })
    await page.getByRole('link', { name: '← Back', exact: true }).click()
    await expect(page).toHaveURL('/')
  })

  test("without the optional fields, shows 'Knits', no other chip, 'Price on request' and no description", async ({
    page,
    shop,
  }) => {
    const { id } = await addItem(shop.url, minimalItem())
    await page.goto(`/item/${id}`)
    const main = page.getByRole('main')
    await expect(main.getByText('Knits', { exact: true })).toBeVisible()
    await expect(main.getByText('Price on request', { exact: true })).toBeVisible()
    await expect(main).not.toContainText(/Size|Color|LKR|null|undefined/)
    await expect(main).toHaveText(
      /^← Back\s*Edit this piece\s*Plain Scarf\s*Knits\s*Price on request\s*Add to enquiry[^]*Enquire on WhatsApp[^]*Share\s*$/,
    )
  })

  test('with a size or a color only, shows only that chip', async ({ page, shop }) => {
    const sized = await addItem(shop.url, { ...minimalItem(), size: 'L' })
    const coloured = await addItem(shop.url, { ...minimalItem(), color: 'Navy' })
    const main = page.getByRole('main')
    await page.goto(`/item/${sized.id}`)
    await expect(main.getByText('Size: L', { exact: true })).toBeVisible()
    await expect(main).not.toContainText('Color')
    await page.goto(`/item/${coloured.id}`)
    await expect(main.getByText('Color: Navy', { exact: true })).toBeVisible()
    await expect(main).not.toContainText('Size')
  })

  test("shows a price of 0 as a price, not 'Price on request'", async ({ page, shop }) => {
    const { id } = await addItem(shop.url, { ...minimalItem(), price: 0 })
    await page.goto(`/item/${id}`)
    await expect(page.getByText('LKR 0', { exact: true })).toBeVisible()
    await expect(page.getByText('Price on request')).toHaveCount(0)
  })

  test('texts of an owner are shown as text, never as markup', async ({ page, shop }) => {
    const hostile = '</script><script>document.title="owned"</script><img src=x onerror=alert(1)>'
    const newItem = { ...beanie, title: hostile, tagline: hostile, description: hostile, color: '<b>x</b>' }
    const { id } = await addItem(shop.url, newItem)
    await page.goto(`/item/${id}`)
    await expect(page.getByRole('main').getByRole('heading')).toHaveText(hostile)
    await expect(page.getByText('Color: <b>x</b>', { exact: true })).toBeVisible()
    await expect(page.locator('main img:not([src^="/qr/"])')).toHaveCount(1)
    await expect(page).toHaveTitle(`${hostile} · Stockinette`)
  })
})

test.describe("2. Route /item/{id}: 'Enquire on WhatsApp'", () => {
  test.use({ shopEnv: { SHOP_WHATSAPP: '+94 77 123 4568' } })

  for (const title of ['Harbour Beanie', 'Salt & Pepper? 100% "wool" + more #1', 'කම්බිලි තොප්පිය 🧶']) {
    test(`opens a chat with a greeting that includes the title and the id: ${title}`, async ({
      page,
      context,
      shop,
    }) => {
      await context.route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ body: 'chat' }))
      const { id } = await addItem(shop.url, { ...minimalItem(), title })
      await page.goto(`/item/${id}`)
      const enquire = page.getByRole('link', { name: 'Enquire on WhatsApp', exact: true })
      await expect(enquire).toHaveAttribute('rel', /\bnoopener\b/)
      const opening = page.waitForEvent('popup')
      await enquire.click()
      const tab = await opening
      await tab.waitForURL(/^https:\/\/wa\.me\//)
      const chat = new URL(tab.url())
      expect(chat.pathname).toBe('/94771234568')
      expect(chat.search).not.toContain('+')
      const greeting = decodeURIComponent(chat.search.replace('?text=', ''))
      expect(greeting).toContain(title)
      expect(greeting).toContain(id)
    })
  }
})

test.describe('8. Item not found.', () => {
  test.use({ allowedErrors: /status of 404/ })

  test('/item/{id} of no item answers 404, says so and links back home', async ({ page }) => {
    for (const id of ['aaaaaaaaaaaaaaaaaaaa', 'short', '%3Cscript%3E']) {
      await test.step(`/item/${id}`, async () => {
        const answer = await page.goto(`/item/${id}`)
        expect(answer?.status()).toBe(404)
        await expect(page.getByText('Item not found.', { exact: true })).toBeVisible()
        await expect(page.getByRole('link', { name: '← Back', exact: true })).toHaveAttribute('href', '/')
        await page.getByRole('link', { name: 'Back home', exact: true }).click()
        await expect(page).toHaveURL('/')
      })
    }
  })

  test('any other path answers 404 too, and links back home', async ({ page }) => {
    const answer = await page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    await page.getByRole('main').getByRole('link', { name: 'Back home', exact: true }).click()
    await expect(page).toHaveURL('/')
  })
})
