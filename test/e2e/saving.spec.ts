import type { Page } from '@playwright/test'

import { noFields } from '../../src/domain/item-fields.ts'
import { findItem, listItems } from '../kit/api-client.ts'
import { whileCached } from '../kit/browser/away.ts'
import { blockDrafts } from '../kit/browser/blocked-drafts.ts'
import { holdRequests } from '../kit/browser/held-requests.ts'
import { isLive } from '../kit/browser/home-page.ts'
import { keepFormOpen, openForm, requiredValues, type ItemForm, type ItemValues } from '../kit/browser/item-form.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { images } from '../kit/photos/image-server.ts'

test.use({ stock: 'shared' })

const blanks: ItemValues = { Tagline: '   ', 'Price (LKR)': '   ', Category: '   ', Size: '   ', Color: '   ' }

/** What an item has of fields that are empty or blank. */
const nothing = { tagline: '', price: null, category: 'Knits', size: null, color: null, description: null }

const title = `Salt & "Pepper" <b>'s කම්බිලි 🧶`

/** Each text needs to be trimmed, and the price to be read. */
const typed: ItemValues = {
  Title: `  ${title} `,
  Tagline: ' Ribbed  ',
  'Price (LKR)': ' Rs 12,500/- ',
  Category: ' Beanies ',
  Size: ' S / M ',
  Color: ' Ivory ',
  'Image URL': ` ${images.url('beanie')} `,
  Description: '\n Merino.\n\nWash by hand. \n',
}

const saved = {
  ...noFields,
  id: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
  createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  title,
  tagline: 'Ribbed',
  price: 12_500,
  category: 'Beanies',
  imageUrl: images.url('beanie'),
  size: 'S / M',
  color: 'Ivory',
  description: 'Merino.\n\nWash by hand.',
  sold: false,
  reserved: false,
}

/** Saves in a way that could save twice. @returns the id of the item whose page comes. */
async function saveOnce(page: Page, form: ItemForm, save: () => Promise<void>): Promise<string> {
  const posts = await holdRequests(page, '**/api/items')
  await save()
  await expect(form.save).toHaveText('Saving…')
  await expect(form.save).toBeDisabled()
  await expect(form.clear).toBeDisabled()
  posts.release()
  await expect(page).toHaveURL(/\/item\/[A-Za-z0-9]{20}$/)
  expect(posts.count()).toBe(1)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

test.describe("2. Route /create: 'Save item'", () => {
  test("saves one item and goes to its page, which says 'Item added!' once; the form is empty the next time", async ({
    page,
    context,
    shop,
  }) => {
    const before = (await listItems(shop.url)).length
    const form = await openForm(page, { ...requiredValues, ...blanks, Description: '   ' })
    const alert = page.getByRole('alert')

    await test.step('a double click saves one item; what is blank is saved as nothing', async () => {
      const id = await saveOnce(page, form, () => form.save.dblclick())
      await expect(page.getByRole('heading', { name: 'Harbour Beanie' })).toBeVisible()
      const [item, ...others] = await listItems(shop.url)
      expect(item).toMatchObject({ id, title: 'Harbour Beanie', ...nothing })
      expect(others).toHaveLength(before)
    })
    await test.step("8. 'Item added!' is in an alert, which does not cover the header", async () => {
      await expect(alert.getByText('Item added!', { exact: true })).toBeVisible()
      await expect(alert).toBeInViewport({ ratio: 1 })
      const [header, box] = [await page.getByRole('banner').boundingBox(), await alert.boundingBox()]
      expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
    })
    await test.step('it is not there after a reload or in another tab', async () => {
      const tab = await context.newPage()
      await tab.goto('/')
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Harbour Beanie' })).toBeVisible()
      for (const each of [tab, page]) {
        await isLive(each)
        await expect(each.getByRole('alert')).toHaveCount(0)
      }
      await tab.close()
    })
    await test.step('the draft is deleted', async () => {
      await page.goBack()
      await form.signedIn()
      await expect.poll(() => form.values()).toEqual({})
      await form.open()
      await expect.poll(() => form.values()).toEqual({})
    })
    await test.step('5. Enter twice saves one item, with trimmed texts and a price that is a number', async () => {
      await form.enter(typed)
      const enter = () => form.field('Title').press('Enter')
      const id = await saveOnce(page, form, () => enter().then(enter))
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
      expect(await findItem(shop.url, id)).toEqual(saved)
      expect(await listItems(shop.url)).toHaveLength(before + 2)
    })
    await alert.getByRole('button', { name: 'Dismiss' }).click()
    await expect(alert).toHaveCount(0)
  })

  test('what is typed while a piece is saved is not lost, and the form says that it was added until its page comes', async ({
    page,
    shop,
  }) => {
    const form = await openForm(page)
    const link = form.alert.getByRole('link', { name: 'View the saved piece' })
    const newest = async () => (await listItems(shop.url))[0]

    await test.step('what is typed while the piece is on its way is not lost: the piece was saved without it', async () => {
      const posts = await holdRequests(page, '**/api/items')
      await form.save.click()
      await expect.poll(() => posts.count()).toBe(1)
      await form.enter({ Tagline: 'Typed meanwhile' })
      posts.release()
      await expect(form.alert).toContainText('This piece was already saved, without your latest changes.')
      await expect(form.field('Tagline')).toHaveValue('Typed meanwhile')
      const item = await newest()
      expect(item).toMatchObject({ title: 'Harbour Beanie', ...nothing })
      await expect(link).toHaveAttribute('href', `/item/${item?.id}`)
    })
    await keepFormOpen(page)
    await test.step('the form says that the piece was added, for as long as its page does not come', async () => {
      await form.alert.getByRole('button', { name: 'Add as a new piece' }).click()
      await expect(form.alert.getByText('Item added!', { exact: true })).toBeVisible()
      const item = await newest()
      expect(item?.tagline).toBe('Typed meanwhile')
      await expect(link).toHaveAttribute('href', `/item/${item?.id}`)
      await expect(form.save).toHaveText('Save item')
      await form.field('Title').press('Enter')
      await expect(form.alert).toContainText('Item added!')
    })
    await test.step('the next piece can be typed and saved', async () => {
      await form.enter({ ...requiredValues, Title: 'Harbour Cap' })
      await expect(form.alert).toHaveCount(0)
      await form.save.click()
      await expect(form.alert).toContainText('Item added!')
      expect((await newest())?.title).toBe('Harbour Cap')
    })
    await test.step('the back/forward cache restores an empty form', async () => {
      await whileCached(page, () => expect(form.alert).toContainText('Item added!'))
      await expect(form.alert).toHaveCount(0)
      await expect(form.save).toHaveText('Save item')
      await expect(form.save).toBeEnabled()
      await expect.poll(() => form.values()).toEqual({})
    })
  })

  test('a saved item is shown even if no asset can be loaded and IndexedDB does not respond', async ({ page }) => {
    const form = await openForm(page)
    const stalled: string[] = []
    await page.route('**/assets/*', (route) => void stalled.push(route.request().url()))
    await blockDrafts(page)
    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
    await expect(page.getByRole('heading', { name: 'Harbour Beanie' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Item added!')
    expect(stalled.length).toBeGreaterThan(0)
  })
})
