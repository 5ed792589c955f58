import type { Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, addItems, findItem } from '../kit/api-client.ts'
import { holdRequests, loseResponses } from '../kit/browser/held-requests.ts'
import { card, openHome, titles } from '../kit/browser/home-page.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { itemRow, rowButton, takeAction } from '../kit/browser/manage-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { callApi, type ManagedItem } from '../kit/manage-client.ts'
import { startPausedImageServer, allowLoopback } from '../kit/photos/paused-image-server.ts'
import { minimalItem, beanie } from '../kit/sample-items.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

async function openManage(page: Page, shop: RunningShop, email?: string): Promise<void> {
  await openAsOwner(page, shop, '/manage', email)
  await expect(page.getByRole('textbox', { name: 'Search your pieces' })).toBeVisible()
}

/** Another owner changes an item. */
async function changeElsewhere(
  shop: RunningShop,
  id: string,
  change: { readonly method: string; readonly body?: object },
): Promise<void> {
  const idToken = await createOwner(shop, 'other@example.com')
  const found = await callApi(shop.url, idToken, { method: 'GET', path: `/manage/items/${id}` })
  const { version } = (await found.json()) as ManagedItem
  const answer = await callApi(shop.url, idToken, { ...change, path: `/items/${id}`, version })
  expect(answer.status).toBe(200)
}

test.describe('/manage: visitors see changes', () => {
  test('an open page follows an item being sold, hidden, shown, removed and restored', async ({
    page,
    otherVisitor,
    shop,
  }) => {
    await addItems(shop.url, [minimalItem('Other'), beanie])
    await openManage(page, shop)
    await openHome(otherVisitor)
    const other = await card(otherVisitor, 'Other').elementHandle()

    await takeAction(page, 'Mark as sold', 'Harbour Beanie')
    await expect(card(otherVisitor, 'Harbour Beanie').getByText('Sold', { exact: true })).toBeVisible()
    await takeAction(page, 'Hide', 'Harbour Beanie')
    await expect(card(otherVisitor, 'Harbour Beanie')).toHaveCount(0)
    await takeAction(page, 'Show', 'Harbour Beanie')
    await expect(card(otherVisitor, 'Harbour Beanie')).toBeVisible()
    await takeAction(page, 'Remove', 'Harbour Beanie')
    await expect(card(otherVisitor, 'Harbour Beanie')).toHaveCount(0)
    await expect(itemRow(page, 'Harbour Beanie').getByText(/^Deleted for good on \d+ \w+\.$/)).toBeVisible()
    await takeAction(page, 'Restore', 'Harbour Beanie')
    await expect(titles(otherVisitor)).toHaveText(['Harbour Beanie', 'Other'])
    expect(await other?.evaluate((element) => element.isConnected)).toBe(true)
  })

  test('an edited item is updated in place, and no other card', async ({ page, otherVisitor, shop }) => {
    await addItems(shop.url, [minimalItem('First'), beanie, minimalItem('Last')])
    await openManage(page, shop)
    await openHome(otherVisitor)
    await takeAction(page, 'Edit', 'Harbour Beanie')
    const form = itemForm(page)
    await expect
      .poll(() => form.values())
      .toMatchObject({ Title: 'Harbour Beanie', 'Price (LKR)': '12500', Size: 'S / M' })
    await form.enter({ Title: 'Hill Beanie', 'Price (LKR)': '9,000' })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(titles(otherVisitor)).toHaveText(['Last', 'Hill Beanie', 'First'])
    await expect(card(otherVisitor, 'Hill Beanie')).toContainText('9,000')
    await expect(page.getByRole('alert')).toContainText('Changes saved.')
    await expect(itemRow(page, 'Hill Beanie')).toBeVisible()
  })

  test('the page of a sold item says so, also to search engines, and has a link to ask for one like it', async ({
    page,
    shop,
  }) => {
    const { id } = await addItem(shop.url, beanie)
    await openManage(page, shop)
    await takeAction(page, 'Mark as sold', 'Harbour Beanie')
    await expect(itemRow(page, 'Harbour Beanie').getByText('Sold', { exact: true })).toBeVisible()
    await page.goto(`/item/${id}`)
    await expect(page.getByRole('article').getByText('Sold', { exact: true })).toBeVisible()
    const link = page.getByRole('link', { name: 'Ask for one like this on WhatsApp' })
    expect(decodeURIComponent((await link.getAttribute('href')) ?? '')).toContain('love one like "Harbour Beanie"')
    expect(await page.locator('script[type="application/ld+json"]').first().textContent()).toContain(
      'schema.org/SoldOut',
    )
  })
})

test.describe('/manage: the page', () => {
  test('lists all items, newest first, with a search', async ({ page, shop }) => {
    await addItems(shop.url, [minimalItem('Plain Scarf'), beanie, minimalItem('Red Scarf')])
    await openManage(page, shop)
    await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText([
      'Red Scarf',
      'Harbour Beanie',
      'Plain Scarf',
    ])
    await page.getByRole('textbox', { name: 'Search your pieces' }).fill('scarf RED')
    await expect(page.getByText('1 of 3 pieces')).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText(['Red Scarf'])
    await page.getByRole('textbox', { name: 'Search your pieces' }).fill('')
    await expect(page.getByText('3 pieces')).toBeVisible()
  })

  test.describe('for visitors who are not owners', () => {
    test.use({ allowedErrors: /status of 403/ })

    test('shows no items and has noindex', async ({ page }) => {
      await page.goto('/manage')
      await expect(page.getByRole('main').getByText('This page is for the shop’s owner.')).toBeVisible()
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
      await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in?next=%2Fmanage')
    })
  })

  test("changes to an item survive a reload, and are discarded by 'Cancel', which asks first", async ({
    page,
    shop,
  }) => {
    await addItem(shop.url, beanie)
    await openManage(page, shop)
    const form = itemForm(page)
    await takeAction(page, 'Edit', 'Harbour Beanie')
    await form.enter({ Tagline: 'Half a tho', Size: '' })
    await page.reload()
    await expect(form.field('Tagline')).toHaveValue('Half a tho')
    await expect(form.field('Size')).toHaveValue('')
    await expect(page.getByRole('heading', { name: 'Edit Harbour Beanie' })).toBeFocused()
    await page.getByRole('button', { name: 'Cancel' }).click() // The question is answered by no, as after a slip of the thumb.
    await expect(form.field('Tagline')).toHaveValue('Half a tho')
    page.once('dialog', (dialog) => dialog.accept())
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Edit: Harbour Beanie' })).toBeFocused()
    await takeAction(page, 'Edit', 'Harbour Beanie')
    await expect(form.field('Tagline')).toHaveValue('Ribbed, double brim')
    await page.getByRole('button', { name: 'Cancel' }).click() // Nothing was typed: no question.
    await expect(page.getByRole('button', { name: 'Edit: Harbour Beanie' })).toBeFocused()
  })
})

test.describe('/manage: after a sign-out in another tab', () => {
  test.use({ allowedErrors: /403 \(Forbidden\).*\/api\/manage\/(?:items|notices)/ })

  test('the page has nothing of the list, not even hidden', async ({ page, context, shop }) => {
    await addItem(shop.url, beanie)
    await openManage(page, shop)
    await expect(page.getByText('Harbour Beanie').first()).toBeVisible()
    const other = await context.newPage()
    await other.goto('/sign-in')
    await other.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByText('Harbour Beanie')).toHaveCount(0)
  })
})

test.describe('/manage: a save on a slow network', () => {
  const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })

  test('what is typed meanwhile stays in the form, and is saved with the next save', async ({ page, shop }) => {
    const { id } = await addItem(shop.url, beanie)
    await openManage(page, shop)
    await takeAction(page, 'Edit', 'Harbour Beanie')
    const form = itemForm(page)
    await form.enter({ Tagline: 'First' })
    const puts = await holdRequests(page, `**/api/items/${id}`)
    await save(page).click()
    await expect.poll(() => puts.count()).toBe(1)
    await form.enter({ Color: 'Typed meanwhile' })
    puts.release()
    await expect(page.getByRole('alert')).toContainText('Changes saved.')
    expect(await findItem(shop.url, id)).toMatchObject({ tagline: 'First', color: beanie.color })
    await page.reload()
    await expect(form.field('Color')).toHaveValue('Typed meanwhile')
    await expect(page.getByText(/They wrote/)).toHaveCount(0)
    await save(page).click()
    await expect(itemRow(page, 'Harbour Beanie')).toBeVisible()
    expect(await findItem(shop.url, id)).toMatchObject({ tagline: 'First', color: 'Typed meanwhile' })
  })

  test('an editor that was left meanwhile is saved, and what is open by then stays open', async ({ page, shop }) => {
    const { id } = await addItem(shop.url, beanie)
    await addItem(shop.url, minimalItem('Other'))
    await openManage(page, shop)
    await takeAction(page, 'Edit', 'Harbour Beanie')
    const form = itemForm(page)
    await form.enter({ Tagline: 'First' })
    const puts = await holdRequests(page, `**/api/items/${id}`)
    await save(page).click()
    await expect.poll(() => puts.count()).toBe(1)
    await page.goBack()
    await takeAction(page, 'Edit', 'Other')
    await form.enter({ Tagline: 'Half a thought' })
    puts.release()
    await expect(page.getByRole('alert')).toContainText('Changes saved.')
    await expect(form.field('Tagline')).toHaveValue('Half a thought')
    await page.goBack()
    await expect(itemRow(page, 'Other').getByText('You have unsaved changes')).toBeVisible()
    await expect(itemRow(page, 'Harbour Beanie').getByText('You have unsaved changes')).toHaveCount(0)
    expect(await findItem(shop.url, id)).toMatchObject({ tagline: 'First' })
  })
})

test.describe('/manage: a draft that is opened later', () => {
  test('what others have changed since is shown next to what was typed', async ({ page, otherVisitor, shop }) => {
    const { id } = await addItem(shop.url, beanie)
    await openManage(page, shop, 'first@example.com')
    await openManage(otherVisitor, shop, 'second@example.com')
    const [first, second] = [itemForm(page), itemForm(otherVisitor)]
    await takeAction(page, 'Edit', 'Harbour Beanie')
    await first.enter({ Tagline: 'Typed on the phone', Size: 'L' })
    await page.goBack()
    await takeAction(otherVisitor, 'Edit', 'Harbour Beanie')
    await second.enter({ Tagline: 'Saved on the laptop', Color: 'Navy', 'Price (LKR)': '9,000' })
    await otherVisitor.getByRole('button', { name: 'Save changes' }).click()
    await expect(otherVisitor.getByRole('alert')).toContainText('Changes saved.')
    await expect(itemRow(page, 'Harbour Beanie')).toContainText('9,000')

    for (const open of [() => takeAction(page, 'Edit', 'Harbour Beanie'), () => page.reload()]) {
      await open()
      await expect(first.alert).toContainText('This piece was changed elsewhere')
      await expect(first.field('Tagline')).toHaveAccessibleDescription(/They wrote: Saved on the laptop/)
      await expect(page.getByText(/They wrote/)).toHaveCount(1)
      await expect.poll(() => first.values()).toMatchObject({ Tagline: 'Typed on the phone', Size: 'L', Color: 'Navy' })
    }
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('alert')).toContainText('Changes saved.')
    expect(await findItem(shop.url, id)).toMatchObject({ tagline: 'Typed on the phone', size: 'L', color: 'Navy' })
  })
})

test.describe('/manage: while an editor is open', () => {
  test.use({ allowedErrors: /status of 412/ })

  test('its buttons follow what an Undo and another owner change', async ({ page, shop }) => {
    const { id } = await addItem(shop.url, beanie)
    await openManage(page, shop)
    await takeAction(page, 'Edit', 'Harbour Beanie')
    await itemForm(page).enter({ Tagline: 'Typed' })
    await rowButton(page, 'Mark as sold', 'Harbour Beanie').click()
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await expect(rowButton(page, 'Mark as sold', 'Harbour Beanie')).toBeVisible()
    await changeElsewhere(shop, id, { method: 'PUT', body: { ...beanie, title: 'Harbour Cap' } })
    await expect(rowButton(page, 'Mark as sold', 'Harbour Cap')).toBeVisible()
    await rowButton(page, 'Mark as sold', 'Harbour Cap').click()
    await expect.poll(() => findItem(shop.url, id)).toMatchObject({ sold: true, title: 'Harbour Cap' })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('They wrote: Harbour Cap')).toBeVisible()
    await expect(itemForm(page).field('Tagline')).toHaveValue('Typed')
  })

  test('a piece that is removed elsewhere stays in it, and can be restored', async ({ page, shop }) => {
    const { id } = await addItem(shop.url, beanie)
    await openManage(page, shop)
    await takeAction(page, 'Edit', 'Harbour Beanie')
    const form = itemForm(page)
    await form.enter({ Tagline: 'Typed' })
    await changeElsewhere(shop, id, { method: 'DELETE' })
    await expect(page.getByRole('alert')).toContainText('Harbour Beanie was removed.')
    await expect(page.locator('.state-buttons').getByText('Removed')).toBeVisible()
    await expect(form.field('Tagline')).toHaveValue('Typed')
    await rowButton(page, 'Restore', 'Harbour Beanie').click()
    await expect(rowButton(page, 'Mark as sold', 'Harbour Beanie')).toBeVisible()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('alert')).toContainText('Changes saved.')
    expect(await findItem(shop.url, id)).toMatchObject({ tagline: 'Typed' })
  })
})

test.describe('/manage: a remote copy during an edit', () => {
  test.use({ allowedErrors: /status of 412/, shopScript: allowLoopback.script, shopEnv: allowLoopback.env })

  test('causes no edit conflict, also before the page knows of it', async ({ page, shop }) => {
    await using images = await startPausedImageServer()
    await holdRequests(page, '**/api/items/live')
    const { id } = await addItem(shop.url, { title: 'Harbour Beanie', imageUrl: images.url('beanie') })
    await openManage(page, shop)
    await takeAction(page, 'Edit', 'Harbour Beanie')
    const form = itemForm(page)
    await form.enter({ Title: 'Hill Beanie' })
    images.release()
    await expect.poll(async () => (await findItem(shop.url, id)).photos.length).toBe(1)
    const refused = page.waitForResponse((answer) => answer.status() === 412)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await refused
    await expect(page.getByRole('alert')).toContainText('Changes saved.')
    expect(await findItem(shop.url, id)).toMatchObject({ title: 'Hill Beanie', photos: [{ width: 300, height: 250 }] })
  })
})

test.describe('/manage: edit conflict', () => {
  test.use({ allowedErrors: /status of 412/ })

  test('the second owner is shown the first one’s changes, and loses nothing typed', async ({
    page,
    otherVisitor,
    shop,
  }) => {
    const { id } = await addItem(shop.url, beanie)
    await openManage(page, shop, 'first@example.com')
    await openManage(otherVisitor, shop, 'second@example.com')
    const [first, second] = [itemForm(page), itemForm(otherVisitor)]
    for (const owner of [page, otherVisitor]) await takeAction(owner, 'Edit', 'Harbour Beanie')
    await first.enter({ Title: 'First Beanie', Color: 'Navy' })
    await second.enter({ Title: 'Second Beanie', Tagline: 'Typed by the second' })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('alert')).toContainText('Changes saved.')

    await otherVisitor.getByRole('button', { name: 'Save changes' }).click()
    await expect(second.alert).toContainText('This piece was changed elsewhere')
    await expect(otherVisitor.getByText('They wrote: First Beanie')).toBeVisible()
    await expect(otherVisitor.getByText('They wrote: Navy')).toBeVisible()
    await expect
      .poll(() => second.values())
      .toMatchObject({
        Title: 'Second Beanie',
        Tagline: 'Typed by the second',
        Color: 'Navy',
      })
    await otherVisitor.getByRole('button', { name: 'Save changes' }).click()
    await expect(itemRow(page, 'Second Beanie')).toBeVisible()
    await page.goto(`/item/${id}`)
    await expect(page.getByRole('article')).toContainText(/Second Beanie[^]*Typed by the second[^]*Navy/)
  })
})

test.describe('/manage: a save whose response was lost', () => {
  test.use({ allowedErrors: /status of 412|net::ERR/ })

  test('what it has saved is no edit conflict; what others have changed since is one', async ({ page, shop }) => {
    const { id } = await addItem(shop.url, beanie)
    await openManage(page, shop)
    await takeAction(page, 'Edit', 'Harbour Beanie')
    const form = itemForm(page)
    const save = page.getByRole('button', { name: 'Save changes' })
    const isLost = () => expect(form.alert.getByText('No connection.')).toBeVisible()
    await loseResponses(page, `**/api/items/${id}`, 2)
    await form.enter({ Tagline: 'Typed', Size: 'L' })
    await save.click()
    await isLost()
    await form.enter({ Tagline: 'Typed again', Color: 'Navy' })
    await save.click()
    await isLost()
    await save.click()
    await expect(form.alert.getByText('Changes saved.')).toBeVisible()
    expect(await findItem(shop.url, id)).toMatchObject({ tagline: 'Typed again', size: 'L', color: 'Navy' })

    await takeAction(page, 'Edit', 'Harbour Beanie')
    await loseResponses(page, `**/api/items/${id}`)
    await form.enter({ Size: 'M' })
    await save.click()
    await isLost()
    await changeElsewhere(shop, id, {
      method: 'PUT',
      body: { ...beanie, tagline: 'Typed again', size: 'M', color: 'Red' },
    })
    await form.enter({ Size: 'S' })
    await save.click()
    await expect(form.alert.getByText('This piece was changed elsewhere')).toBeVisible()
    await expect(page.getByText(/They wrote/)).toHaveText(['They wrote: Red'])
  })
})
