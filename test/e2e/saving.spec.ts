import type { Route } from '@playwright/test'

import { noFields } from '../../src/domain/item-fields.ts'
import { findItem, listItems } from '../kit/api-client.ts'
import { whileCached } from '../kit/browser/away.ts'
import { blockDrafts } from '../kit/browser/blocked-drafts.ts'
import { holdRequests } from '../kit/browser/held-requests.ts'
import { isLive } from '../kit/browser/home-page.ts'
import { openForm, requiredValues } from '../kit/browser/item-form.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { images } from '../kit/photos/image-server.ts'

test.use({ stock: 'shared' })

/** Ends a navigation, and the page before stays. */
const noPage = (route: Route) => route.fulfill({ status: 204 })

test.describe("2. Route /create: 'Save item'", () => {
  test("shows 'Saving…' and is disabled while saving, then goes to the new item", async ({ page, shop }) => {
    const form = await openForm(page)
    const posts = await holdRequests(page, '**/api/items')
    await form.save.click()
    await expect(form.save).toHaveText('Saving…')
    await expect(form.save).toBeDisabled()
    await expect(form.clear).toBeDisabled()
    posts.release()
    await expect(page).toHaveURL(/\/item\/[A-Za-z0-9]{20}$/)
    await expect(page.getByRole('heading', { name: 'Harbour Beanie' })).toBeVisible()
    const [item] = await listItems(shop.url)
    await expect(page).toHaveURL(`/item/${item?.id}`)
  })

  test('what is typed while the piece is on its way is not lost: the piece was saved without it', async ({
    page,
    shop,
  }) => {
    const form = await openForm(page)
    const posts = await holdRequests(page, '**/api/items')
    await form.save.click()
    await expect.poll(() => posts.count()).toBe(1)
    await form.enter({ Tagline: 'Typed meanwhile' })
    posts.release()
    await expect(form.alert).toContainText('This piece was already saved, without your latest changes.')
    await expect(form.field('Tagline')).toHaveValue('Typed meanwhile')
    const [item] = await listItems(shop.url)
    expect(item).toMatchObject({ title: 'Harbour Beanie', tagline: '' })
    await expect(form.alert.getByRole('link', { name: 'View the saved piece' })).toHaveAttribute(
      'href',
      `/item/${item?.id}`,
    )
    await form.alert.getByRole('button', { name: 'Add as a new piece' }).click()
    await expect(page.getByText('Typed meanwhile')).toBeVisible()
  })

  test('the form says that the piece was added, for as long as its page does not come', async ({ page, shop }) => {
    const form = await openForm(page)
    await page.route('**/item/*', noPage, { times: 1 })
    await form.save.click()
    await expect(form.alert.getByText('Item added!', { exact: true })).toBeVisible()
    const [item] = await listItems(shop.url)
    await expect(form.alert.getByRole('link', { name: 'View the saved piece' })).toHaveAttribute(
      'href',
      `/item/${item?.id}`,
    )
    await expect(form.save).toHaveText('Save item')
    await form.field('Title').press('Enter')
    await expect(form.alert).toContainText('Item added!')

    await form.enter({ ...requiredValues, Title: 'Harbour Cap' })
    await expect(form.alert).toHaveCount(0)
    await form.save.click()
    await expect(page.getByRole('heading', { name: 'Harbour Cap' })).toBeVisible()
  })

  test('the back/forward cache restores an empty form', async ({ page }) => {
    const form = await openForm(page)
    await page.route('**/item/*', noPage)
    await form.save.click()
    await whileCached(page, () => expect(form.alert).toContainText('Item added!'))
    await expect(form.alert).toHaveCount(0)
    await expect(form.save).toHaveText('Save item')
    await expect(form.save).toBeEnabled()
    await expect.poll(() => form.values()).toEqual({})
  })

  test('a saved item is shown even if no asset can be loaded', async ({ page }) => {
    const form = await openForm(page)
    const stalled: string[] = []
    await page.route('**/assets/*', (route) => void stalled.push(route.request().url()))
    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
    await expect(page.getByRole('heading', { name: 'Harbour Beanie' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Item added!')
    expect(stalled.length).toBeGreaterThan(0)
  })

  test('a saved item is shown even if IndexedDB does not respond', async ({ page }) => {
    const form = await openForm(page)
    await blockDrafts(page)
    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
    await expect(page.getByRole('alert')).toContainText('Item added!')
  })

  test("8. shows 'Item added!' in an alert on the item's page, until it is dismissed", async ({ page }) => {
    const form = await openForm(page)
    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
    const alert = page.getByRole('alert')
    await expect(alert.getByText('Item added!', { exact: true })).toBeVisible()
    await expect(alert).toBeInViewport({ ratio: 1 })
    const [header, box] = [await page.getByRole('banner').boundingBox(), await alert.boundingBox()]
    expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0)) // It does not cover the header.
    await alert.getByRole('button', { name: 'Dismiss' }).click()
    await expect(alert).toHaveCount(0)
  })

  test("shows 'Item added!' once: not after a reload or in another tab", async ({ page, context }) => {
    const form = await openForm(page)
    await form.save.click()
    await expect(page.getByRole('alert')).toContainText('Item added!')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Harbour Beanie' })).toBeVisible()
    await isLive(page)
    await expect(page.getByRole('alert')).toHaveCount(0)
    const tab = await context.newPage()
    await tab.goto('/')
    await isLive(tab)
    await expect(tab.getByRole('alert')).toHaveCount(0)
  })

  test('deletes the draft: the form is empty the next time', async ({ page }) => {
    const form = await openForm(page)
    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
    await page.goBack()
    await form.signedIn()
    await expect.poll(() => form.values()).toEqual({})
    await form.open()
    await expect.poll(() => form.values()).toEqual({})
  })
})

test.describe('Saving twice', () => {
  test.use({ stock: 'empty' })

  for (const way of ['a double click', 'Enter twice'] as const) {
    test(`${way} saves one item`, async ({ page, shop }) => {
      const form = await openForm(page)
      const posts = await holdRequests(page, '**/api/items')
      if (way === 'a double click') await form.save.dblclick()
      else {
        await form.field('Title').press('Enter')
        await form.field('Title').press('Enter')
      }
      await expect(form.save).toHaveText('Saving…')
      posts.release()
      await expect(page).toHaveURL(/\/item\//)
      expect(posts.count()).toBe(1)
      expect(await listItems(shop.url)).toHaveLength(1)
    })
  }
})

test.describe('5. Validation rules: saved values', () => {
  test('every text is trimmed, and the price is a number', async ({ page, shop }) => {
    const form = await openForm(page, {
      Title: '  Harbour Beanie ',
      Tagline: ' Ribbed  ',
      'Price (LKR)': ' 12,500 ',
      Category: ' Beanies ',
      Size: ' S / M ',
      Color: ' Ivory ',
      'Image URL': ` ${images.url('beanie')} `,
      Description: '\n Merino.\n\nWash by hand. \n',
    })
    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
    const item = await findItem(shop.url, new URL(page.url()).pathname.split('/').at(-1) ?? '')
    expect(item).toEqual({
      ...noFields,
      id: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      title: 'Harbour Beanie',
      tagline: 'Ribbed',
      price: 12_500,
      category: 'Beanies',
      imageUrl: images.url('beanie'),
      size: 'S / M',
      color: 'Ivory',
      description: 'Merino.\n\nWash by hand.',
      sold: false,
      reserved: false,
    })
  })

  for (const blank of ['', '   '] as const) {
    const how = blank === '' ? 'An empty' : 'A blank'
    test(`${how} price, size, color or description is saved as null, and a category as 'Knits'`, async ({
      page,
      shop,
    }) => {
      const form = await openForm(page, {})
      for (const label of ['Tagline', 'Price (LKR)', 'Category', 'Size', 'Color', 'Description'] as const) {
        await form.field(label).fill(blank)
      }
      await form.enter({ Title: 'Plain Scarf', 'Image URL': images.url('scarf') })
      await form.save.click()
      await expect(page).toHaveURL(/\/item\//)
      const [item] = await listItems(shop.url)
      expect(item).toMatchObject({
        title: 'Plain Scarf',
        tagline: '',
        price: null,
        category: 'Knits',
        size: null,
        color: null,
        description: null,
      })
    })
  }

  test('an ampersand, quotes and another script are saved as typed', async ({ page, shop }) => {
    const title = `Salt & "Pepper" <b>'s කම්බිලි 🧶`
    const form = await openForm(page, { Title: title, 'Image URL': images.url('scarf') })
    await form.save.click()
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    expect((await listItems(shop.url))[0]?.title).toBe(title)
  })
})
