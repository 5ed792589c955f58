import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { callIdentity, listItems } from '../kit/api-client.ts'
import { holdRequests } from '../kit/browser/held-requests.ts'
import { itemForm, openForm, requiredValues, type ItemValues, type Label } from '../kit/browser/item-form.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { emptyImage, images } from '../kit/photos/image-server.ts'

test.describe('5. Validation rules: refused values', () => {
  test("shows 'Not signed in.' until the sign-in is done, then saves", async ({ page, shop }) => {
    const form = itemForm(page)
    const held = await holdRequests(page, '**/accounts:signUp?*')
    const signingIn = page.waitForRequest('**/accounts:signUp?*')
    await page.goto('/create')
    await expect(page.getByText('Signing in…', { exact: true })).toBeVisible()
    // Before hydration, a click on the button does nothing.
    await signingIn
    await form.enter({ Title: 'Harbour Beanie', 'Image URL': images.url('beanie') })
    await form.save.click()
    await expect(form.alert.getByText('Not signed in.', { exact: true })).toBeVisible()
    expect(await listItems(shop.url)).toEqual([])
    held.release()
    await form.signedIn()
    await expect.poll(() => form.values()).toEqual({ Title: 'Harbour Beanie', 'Image URL': images.url('beanie') })
    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
  })

  test.describe('of fields', () => {
    // A value of the image URL may be requested while it is typed.
    test.use({ stock: 'shared' })
    test.beforeEach(({ context }) => context.route('https://example.com/**', (route) => route.fulfill(emptyImage)))

    const missing: ItemValues[] = [
      {},
      { Title: 'Harbour Beanie' },
      { 'Image URL': 'https://example.com/beanie.jpg' },
      { Title: '   ', 'Image URL': 'https://example.com/beanie.jpg' },
      { Title: 'Harbour Beanie', 'Image URL': '   ' },
    ]

    test("shows 'Title and image are required.' while one of them is empty or blank", async ({ page, shop }) => {
      const before = await listItems(shop.url)
      const form = await openForm(page, {})
      for (const values of missing) {
        await test.step(JSON.stringify(values), async () => {
          await form.enter({ Title: '', 'Image URL': '', ...values })
          await form.save.click()
          await expect(form.alert.getByText('Title and image are required.', { exact: true })).toBeVisible()
          await expect(form.alert).toBeInViewport({ ratio: 1 })
          await expect(page).toHaveURL('/create')
          const isMissing = (label: Label) => (values[label] ?? '').trim() === ''
          const [title, photos] = [form.field('Title'), page.getByRole('group', { name: 'Photos' })]
          await expect(title).toHaveAttribute('aria-invalid', String(isMissing('Title')))
          if (isMissing('Title')) await expect(title).toHaveAccessibleDescription(/A title is required/)
          await expect(photos.getByText('Add at least one photo.')).toBeVisible({ visible: isMissing('Image URL') })
          await expect(isMissing('Title') ? title : photos).toBeFocused()
          await expect(form.field('Image URL')).toHaveAttribute('aria-invalid', 'false')
          await form.alert.getByRole('button', { name: 'Dismiss' }).click()
          await expect(form.alert).toHaveCount(0)
        })
      }
      expect(await listItems(shop.url)).toEqual(before)
    })

    const invalid: [Label, string, RegExp][] = [
      ['Price (LKR)', 'twelve', /Enter the price as a number/],
      ['Price (LKR)', '-5', /Enter the price as a number/],
      ['Image URL', 'javascript:alert(1)', /must start with https:\/\//],
      ['Image URL', 'beanie.jpg', /must start with https:\/\//],
      ['Image URL', `https://example.com/${'a'.repeat(2_000)}`, /Too long: please use 2000 characters or fewer/],
      ['Category', '..', /Enter a category with letters or digits/],
      ['Description', 'Soft. '.repeat(700), /Too long: please use 4000 characters or fewer/],
    ]

    test('an invalid value is refused next to its field and in the alert', async ({ page, shop }) => {
      const before = await listItems(shop.url)
      const form = await openForm(page, {})
      for (const [label, value, message] of invalid) {
        await test.step(`${label} '${value.slice(0, 20)}'`, async () => {
          await form.enter({ 'Price (LKR)': '', ...requiredValues, Category: '', Description: '', [label]: value })
          await form.save.click()
          await expect(form.alert).toContainText(message)
          await expect(form.field(label)).toHaveAttribute('aria-invalid', 'true')
          await expect(form.field(label)).toHaveAccessibleDescription(message)
          await expect(form.field(label)).toHaveValue(value)
          await form.clear.click()
          await expect(form.alert).toHaveCount(0)
        })
      }
      expect(await listItems(shop.url)).toEqual(before)
    })
  })

  test("price input is numeric: 'Rs 12,500/-' is accepted", async ({ page, shop }) => {
    const form = await openForm(page, {
      Title: 'Scarf',
      'Image URL': images.url('scarf'),
      'Price (LKR)': 'Rs 12,500/-',
    })
    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
    expect((await listItems(shop.url))[0]?.price).toBe(12_500)
  })
})

const typed = {
  Title: 'Harbour Beanie',
  Tagline: 'Ribbed',
  'Price (LKR)': '12,500',
  Category: 'Beanies',
  Size: 'M',
  Color: 'Ivory',
  Description: 'Merino.\nWash by hand.',
}

test.describe("8. A failed save shows 'Failed to add item: ' and the message, and loses nothing that was typed", () => {
  test.use({ allowedErrors: /status of 50\d|status of 40\d|net::ERR/ })

  test('the storage fails: saving works once it is back', async ({ page, shop }) => {
    const form = await openForm(page, {})
    const values = { ...typed, 'Image URL': images.url('beanie') }
    await form.enter(values)
    const locked = new DatabaseSync(join(shop.dataDir, 'items.db'))
    locked.exec('BEGIN IMMEDIATE')
    await form.save.click()
    const words = 'Failed to add item: The shop can’t save right now. Please try again in a moment.'
    await expect(form.alert.getByText(words, { exact: true })).toBeVisible()
    await expect(form.alert).toBeInViewport({ ratio: 1 })
    await expect(form.save).toHaveText('Save item')
    await expect(form.save).toBeEnabled()
    await expect.poll(() => form.values()).toEqual(values)
    locked.exec('ROLLBACK')
    locked.close()
    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
    expect(await listItems(shop.url)).toHaveLength(1)
  })

  test('the network is down: saving works once it is back', async ({ page, context, shop }) => {
    const form = await openForm(page, {})
    const values = { ...typed, 'Image URL': images.url('beanie') }
    await form.enter(values)
    await context.setOffline(true)
    await form.save.click()
    const words = 'Failed to add item: No connection. Please try again.'
    await expect(form.alert.getByText(words, { exact: true })).toBeVisible()
    await expect(form.alert.getByText('Nothing you typed is lost.', { exact: true })).toBeVisible()
    await expect(form.save).toBeFocused()
    await expect.poll(() => form.values()).toEqual(values)
    await context.setOffline(false)
    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
    expect(await listItems(shop.url)).toHaveLength(1)
  })

  test('the shop is down: saving works once it is back', async ({ page, shop }) => {
    const form = await openForm(page, {})
    const values = { ...typed, 'Image URL': images.url('beanie') }
    await form.enter(values)
    await shop.kill()
    await form.save.click()
    await expect(form.alert.getByText(/^Failed to add item: /)).toBeVisible()
    await expect.poll(() => form.values()).toEqual(values)
    await shop.startAgain()
    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
    expect(await listItems(shop.url)).toHaveLength(1)
  })

  test('a gateway answers with an HTML page: the alert shows none of it', async ({ page }) => {
    const form = await openForm(page)
    await page.route('**/api/items', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
    await form.save.click()
    await expect(form.alert.getByText(/^Failed to add item: \w.+\.$/)).toBeVisible()
    await expect(form.alert).not.toContainText(/<h1>|JSON|undefined|object/)
    await expect.poll(() => form.values()).toMatchObject({ Title: 'Harbour Beanie' })
  })

  test('the same failure twice is announced twice', async ({ page, context }) => {
    const form = await openForm(page)
    await context.setOffline(true)
    await form.save.click()
    await expect(form.alert).toBeVisible()
    const first = await form.alert.elementHandle()
    await form.save.click()
    // It must be a new element, or screen readers do not announce it.
    await expect.poll(async () => first?.evaluate((element) => element.isConnected)).toBe(false)
    await expect(form.alert.getByText(/^Failed to add item: /)).toBeVisible()
    await context.setOffline(false)
  })
})

test.describe('4. What was typed survives', () => {
  test.use({ allowedErrors: /status of 40\d|net::ERR/ })

  test('a reload, with the thumbnail of the image', async ({ page }) => {
    const form = await openForm(page, {})
    const values = { ...typed, 'Image URL': images.url('beanie') }
    await form.enter(values)
    await page.reload()
    await form.signedIn()
    await expect.poll(() => form.values()).toEqual(values)
    await expect(form.thumbnail).toHaveAttribute('src', images.url('beanie'))
  })

  test('a closed tab', async ({ page, context }) => {
    await openForm(page, typed)
    await page.close()
    const later = itemForm(await context.newPage())
    await later.open()
    await expect.poll(() => later.values()).toEqual(typed)
  })

  test('a lost account: a new one is made silently, and the item is saved', async ({ page, shop }) => {
    const form = await openForm(page, { ...typed, 'Image URL': images.url('beanie') })
    await shop.kill()
    const identity = new DatabaseSync(join(shop.dataDir, 'identity.sqlite'))
    identity.exec('PRAGMA foreign_keys = ON; DELETE FROM accounts; DELETE FROM signing_keys')
    identity.close()
    await shop.startAgain()
    await form.save.click()
    await expect(page.getByText('Item added!', { exact: true })).toBeVisible()
    expect(await listItems(shop.url)).toHaveLength(1)
  })

  test('an invalid token of an existing account: it is renewed silently', async ({ page, shop }) => {
    const form = await openForm(page, { ...typed, 'Image URL': images.url('beanie') })
    await shop.kill()
    const identity = new DatabaseSync(join(shop.dataDir, 'identity.sqlite'))
    identity.exec('DELETE FROM signing_keys')
    identity.close()
    await shop.startAgain()
    let signUps = 0
    page.on('request', (request) => (signUps += request.url().includes('accounts:signUp') ? 1 : 0))
    await form.save.click()
    await expect(page.getByText('Item added!', { exact: true })).toBeVisible()
    expect(signUps).toBe(0)
  })

  test('a deleted account: the next visit makes a new one, and the draft is kept', async ({ page, shop }) => {
    const form = itemForm(page)
    const signingUp = page.waitForResponse('**/accounts:signUp?*')
    await form.open()
    const { idToken } = (await (await signingUp).json()) as { idToken: string }
    await form.enter({ ...typed, 'Image URL': images.url('beanie') })
    expect((await callIdentity(shop.url, 'delete', { idToken })).status).toBe(200)
    await page.reload()
    await form.signedIn()
    await expect.poll(() => form.values()).toMatchObject(typed)
    await form.save.click()
    await expect(page.getByText('Item added!', { exact: true })).toBeVisible()
  })
})
