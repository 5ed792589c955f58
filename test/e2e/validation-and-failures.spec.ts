import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { callIdentity, listItems } from '../kit/api-client.ts'
import {
  itemForm,
  keepFormOpen,
  openForm,
  requiredValues,
  type ItemValues,
  type Label,
} from '../kit/browser/item-form.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { emptyImage, images } from '../kit/photos/image-server.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

const missing: ItemValues[] = [
  {},
  { Title: 'Harbour Beanie' },
  { 'Image URL': 'https://example.com/beanie.jpg' },
  { Title: '   ', 'Image URL': 'https://example.com/beanie.jpg' },
  { Title: 'Harbour Beanie', 'Image URL': '   ' },
]

const invalid: [Label, string, RegExp][] = [
  ['Price (LKR)', 'twelve', /Enter the price as a number/],
  ['Price (LKR)', '-5', /Enter the price as a number/],
  ['Image URL', 'javascript:alert(1)', /must start with https:\/\//],
  ['Image URL', 'beanie.jpg', /must start with https:\/\//],
  ['Image URL', `https://example.com/${'a'.repeat(2_000)}`, /Too long: please use 2000 characters or fewer/],
  ['Category', '..', /Enter a category with letters or digits/],
  ['Description', 'Soft. '.repeat(700), /Too long: please use 4000 characters or fewer/],
]

test.describe('5. Validation rules: refused values', () => {
  test.use({ stock: 'shared' })

  test('a missing or invalid value is refused in the alert and next to its field, and saves nothing', async ({
    page,
    context,
    shop,
  }) => {
    // A value of the image URL may be requested while it is typed.
    await context.route('https://example.com/**', (route) => route.fulfill(emptyImage))
    const before = await listItems(shop.url)
    const form = await openForm(page, {})
    const [title, photos] = [form.field('Title'), page.getByRole('group', { name: 'Photos' })]
    for (const values of missing) {
      await test.step(`'Title and image are required.': ${JSON.stringify(values)}`, async () => {
        await form.enter({ Title: '', 'Image URL': '', ...values })
        await form.save.click()
        await expect(form.alert.getByText('Title and image are required.', { exact: true })).toBeVisible()
        await expect(form.alert).toBeInViewport({ ratio: 1 })
        const isMissing = (label: Label) => (values[label] ?? '').trim() === ''
        await expect(title).toHaveAttribute('aria-invalid', String(isMissing('Title')))
        if (isMissing('Title')) await expect(title).toHaveAccessibleDescription(/A title is required/)
        await expect(photos.getByText('Add at least one photo.')).toBeVisible({ visible: isMissing('Image URL') })
        await expect(isMissing('Title') ? title : photos).toBeFocused()
        await expect(form.field('Image URL')).toHaveAttribute('aria-invalid', 'false')
        await form.alert.getByRole('button', { name: 'Dismiss' }).click()
        await expect(form.alert).toHaveCount(0)
      })
    }
    for (const [label, value, message] of invalid) {
      await test.step(`${label} '${value.slice(0, 20)}', until 'Clear'`, async () => {
        await form.enter({ ...requiredValues, [label]: value })
        await form.save.click()
        await expect(form.alert).toContainText(message)
        await expect(form.field(label)).toHaveAttribute('aria-invalid', 'true')
        await expect(form.field(label)).toHaveAccessibleDescription(message)
        await expect(form.field(label)).toHaveValue(value)
        await form.clear.click()
        await expect(form.alert).toHaveCount(0)
        await expect(form.field(label)).toHaveAttribute('aria-invalid', 'false')
      })
    }
    await expect(page).toHaveURL('/create')
    expect(await listItems(shop.url)).toEqual(before)
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
  'Image URL': images.url('beanie'),
}

test.describe("8. A failed save shows 'Failed to add item: ' and the message, and loses nothing that was typed", () => {
  test.use({ allowedErrors: /status of (?:422|50\d)|net::ERR/ })

  test('without a network, with a refused field, a broken gateway, shop or storage; saving works once they are back', async ({
    page,
    context,
    shop,
  }) => {
    const form = await openForm(page, typed)
    const fail = async (words: string | RegExp) => {
      await form.save.click()
      await expect(form.alert.getByText(words, { exact: true })).toBeVisible()
      await expect.poll(() => form.values()).toEqual(typed)
    }
    await test.step('the network is down', async () => {
      await context.setOffline(true)
      await fail('Failed to add item: No connection. Please try again.')
      await expect(form.alert.getByText('Nothing you typed is lost.', { exact: true })).toBeVisible()
      await expect(form.save).toBeFocused()
    })
    await test.step('the same failure twice is announced twice', async () => {
      const first = await form.alert.elementHandle()
      await form.save.click()
      // It must be a new element, or screen readers do not announce it.
      await expect.poll(async () => first?.evaluate((element) => element.isConnected)).toBe(false)
      await expect(form.alert.getByText(/^Failed to add item: /)).toBeVisible()
      await context.setOffline(false)
    })
    await test.step('the shop refuses a field that the form accepts', async () => {
      const json = { error: { code: 'invalid-item', message: 'Too long.', fields: { title: 'Too long.' } } }
      await page.route('**/api/items', (route) => route.fulfill({ status: 422, json }), { times: 1 })
      await fail('Failed to add item: Too long.')
      await expect(form.field('Title')).toHaveAccessibleDescription(/Too long\./)
      await expect(form.field('Title')).toBeFocused()
    })
    await test.step('a gateway answers with an HTML page: the alert shows none of it', async () => {
      const badGateway = { status: 502, body: '<h1>Bad gateway</h1>' }
      await page.route('**/api/items', (route) => route.fulfill(badGateway), { times: 1 })
      await fail(/^Failed to add item: \w.+\.$/)
      await expect(form.alert).not.toContainText(/<h1>|JSON|undefined|object/)
    })
    await test.step('the shop is down', async () => {
      await shop.kill()
      await fail(/^Failed to add item: /)
      await shop.startAgain()
    })
    const locked = new DatabaseSync(join(shop.dataDir, 'items.db'))
    await test.step('the storage fails', async () => {
      locked.exec('BEGIN IMMEDIATE')
      await fail('Failed to add item: The shop can’t save right now. Please try again in a moment.')
      await expect(form.alert).toBeInViewport({ ratio: 1 })
      await expect(form.save).toHaveText('Save item')
      await expect(form.save).toBeEnabled()
    })
    await test.step('saving works', async () => {
      locked.exec('ROLLBACK')
      locked.close()
      await form.save.click()
      await expect(page).toHaveURL(/\/item\//)
      expect(await listItems(shop.url)).toHaveLength(1)
    })
  })
})

/** Changes the identity service's database while the shop is down. */
async function changeIdentity(shop: RunningShop, sql: string): Promise<void> {
  await shop.kill()
  const identity = new DatabaseSync(join(shop.dataDir, 'identity.sqlite'))
  identity.exec(sql)
  identity.close()
  await shop.startAgain()
}

test.describe('4. What was typed survives', () => {
  test.use({ allowedErrors: /status of 40\d|net::ERR/ })

  test('an invalid token, and a lost or deleted account, which are renewed silently', async ({ page, shop }) => {
    const form = itemForm(page)
    const added = page.getByText('Item added!', { exact: true })
    let signUps = 0
    page.on('request', (request) => (signUps += request.url().includes('accounts:signUp') ? 1 : 0))
    await keepFormOpen(page)
    await form.open()

    await test.step('an invalid token of an existing account is renewed', async () => {
      await form.enter(typed)
      await changeIdentity(shop, 'DELETE FROM signing_keys')
      await form.save.click()
      await expect(added).toBeVisible()
      expect(signUps).toBe(1)
    })
    const idToken = await test.step('a lost account: a new one is made, and the item is saved', async () => {
      await form.enter(typed)
      await expect(added).toHaveCount(0)
      await changeIdentity(shop, 'PRAGMA foreign_keys = ON; DELETE FROM accounts; DELETE FROM signing_keys')
      const signUp = page.waitForResponse('**/accounts:signUp?*')
      await form.save.click()
      await expect(added).toBeVisible()
      expect(await listItems(shop.url)).toHaveLength(2)
      return ((await (await signUp).json()) as { idToken: string }).idToken
    })
    await test.step('a deleted account: the next visit makes a new one, and the draft is kept', async () => {
      await form.enter(typed)
      expect((await callIdentity(shop.url, 'delete', { idToken })).status).toBe(200)
      await page.reload()
      await form.signedIn()
      await expect.poll(() => form.values()).toEqual(typed)
      await form.save.click()
      await expect(added).toBeVisible()
      expect(signUps).toBe(3)
    })
  })
})
