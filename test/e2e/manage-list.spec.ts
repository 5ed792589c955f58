import type { Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, addItems, findItem, listItems, sendItem } from '../kit/api-client.ts'
import { holdRequests } from '../kit/browser/held-requests.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { itemRow, rowButton, takeAction } from '../kit/browser/manage-page.ts'
import { jpeg, photoField } from '../kit/browser/photo-field.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { images } from '../kit/photos/image-server.ts'
import { addItemWithPhotos } from '../kit/photos/item-with-photos.ts'
import { plainPhoto } from '../kit/photos/photos.ts'
import { beanie, minimalItem, scarves } from '../kit/sample-items.ts'

const phone = { width: 360, height: 900 }

function filter(page: Page, name: string) {
  return page.getByRole('group', { name: 'Which pieces' }).getByRole('button', { name, exact: true })
}

function rows(page: Page) {
  return page.getByRole('main').getByRole('heading', { level: 3 })
}

test.describe('/manage on a phone', () => {
  test.use({ viewport: phone })

  test('a row is at most 90 px high; filters and the search know states; removed pieces are apart', async ({
    page,
    shop,
  }) => {
    await addItems(shop.url, scarves(12))
    await openAsOwner(page, shop, '/manage')
    await expect(rows(page)).toHaveCount(12)
    const first = await itemRow(page, 'Scarf 12').boundingBox()
    const eleventh = await itemRow(page, 'Scarf 2').boundingBox()
    expect((eleventh?.y ?? 0) - (first?.y ?? 0)).toBeLessThanOrEqual(900)
    await expect(filter(page, 'All 12')).toHaveCount(0) // All pieces are alike.

    await takeAction(page, 'Mark as sold', 'Scarf 1')
    await takeAction(page, 'Hide', 'Scarf 2')
    await takeAction(page, 'Mark as made to order', 'Scarf 3')
    await takeAction(page, 'Remove', 'Scarf 4')
    await expect(rowButton(page, 'Restore', 'Scarf 4')).toBeVisible() // It stays, to be restored at once.
    await expect(filter(page, 'All 11')).toHaveAttribute('aria-pressed', 'true')
    await filter(page, 'Sold 1').click()
    await expect(rows(page)).toHaveText(['Scarf 1'])
    await takeAction(page, 'Mark as available', 'Scarf 1')
    await expect(filter(page, 'Available 9')).toBeVisible()
    await expect(itemRow(page, 'Scarf 1')).toBeVisible() // What was changed here stays in sight.
    await filter(page, 'Hidden 1').click()
    await expect(rows(page).first()).toHaveText('Scarf 2')
    await filter(page, 'Made to order 1').click()
    await expect(rows(page).first()).toHaveText('Scarf 3')

    await filter(page, 'All 11').click()
    const removed = page.getByText('Removed 1', { exact: true })
    await expect(removed).toBeVisible()
    await expect(rowButton(page, 'Restore', 'Scarf 4')).toBeHidden()
    const search = page.getByRole('textbox', { name: 'Search your pieces' })
    await search.fill('hidden')
    await expect(rows(page)).toHaveText(['Scarf 2'])
    await search.fill('removed')
    await expect(page.getByText('0 of 11 pieces')).toBeVisible()
    await rowButton(page, 'Restore', 'Scarf 4').click()
    await expect(rowButton(page, 'Edit', 'Scarf 4')).toBeFocused()
    await search.fill('')
    await expect(filter(page, 'All 12')).toBeVisible()
    await expect(removed).toHaveCount(0)
  })

  test('the phone’s Back and ‘← Back’ close the editor where the list was, and unsaved changes are marked', async ({
    page,
    shop,
  }) => {
    await addItems(shop.url, [beanie, ...scarves(20)])
    await openAsOwner(page, shop, '/manage')
    await rowButton(page, 'Edit', 'Harbour Beanie').focus()
    const before = await itemRow(page, 'Harbour Beanie').boundingBox()
    expect(await page.evaluate('scrollY')).toBeGreaterThan(0)
    await page.keyboard.press('Enter')
    const form = itemForm(page)
    await expect(page.getByRole('heading', { name: 'Edit Harbour Beanie' })).toBeFocused()
    await form.enter({ Tagline: 'Half a thought' })
    await page.goBack()
    await expect(rowButton(page, 'Edit', 'Harbour Beanie')).toBeFocused()
    await expect(itemRow(page, 'Harbour Beanie').getByText('You have unsaved changes')).toBeVisible()
    expect((await itemRow(page, 'Harbour Beanie').boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
    await expect(page).toHaveURL('/manage')
    await page.reload()
    await filter(page, 'Unsaved 1').click()
    await takeAction(page, 'Edit', 'Harbour Beanie')
    await expect(form.field('Tagline')).toHaveValue('Half a thought')
    await page.getByRole('main').getByRole('link', { name: '← Back' }).click()
    await expect(page).toHaveURL('/manage')

    page.once('dialog', (dialog) => dialog.accept())
    await takeAction(page, 'Discard changes', 'Harbour Beanie')
    await expect(page.getByRole('alert')).toContainText('Your changes to Harbour Beanie are discarded.')
    await expect(page.getByText('You have unsaved changes')).toHaveCount(0)
    await takeAction(page, 'Edit', 'Harbour Beanie')
    await expect(form.field('Tagline')).toHaveValue('Ribbed, double brim')
  })

  test('a new piece that was typed and not saved is offered, to continue or to discard', async ({ page, shop }) => {
    await openAsOwner(page, shop, '/create')
    const form = itemForm(page)
    await form.signedIn()
    await form.enter({ Title: 'Half a beanie' })
    await page.goto('/manage')
    const notice = page.getByRole('listitem').filter({ hasText: 'Half a beanie isn’t saved yet.' })
    await notice.getByRole('link', { name: 'Continue' }).click()
    await expect(form.field('Title')).toHaveValue('Half a beanie')
    await page.getByRole('main').getByRole('link', { name: '← Back' }).click()
    await expect(page).toHaveURL('/manage') // Where she came from, not home.
    page.once('dialog', (dialog) => dialog.accept())
    await notice.getByRole('button', { name: 'Discard' }).click()
    await expect(notice).toHaveCount(0)
    await page.getByRole('link', { name: 'Add a piece' }).click()
    await form.signedIn()
    await expect(form.field('Title')).toHaveValue('')
  })
})

test('An editor that was only looked at leaves nothing unsaved, and a description that was emptied stays empty', async ({
  page,
  shop,
}) => {
  const { id } = await addItem(shop.url, beanie)
  await openAsOwner(page, shop, '/manage')
  const form = itemForm(page)
  for (const unsaved of [0, 1]) {
    await page.goto(`/manage?edit=${id}`)
    await expect(form.field('Description')).toHaveValue(String(beanie.description))
    if (unsaved === 1) await form.field('Description').fill('')
    await page.goto('/manage')
    await expect(rows(page)).toHaveText(['Harbour Beanie'])
    await expect(page.getByRole('button', { name: /^Unsaved/ })).toHaveCount(unsaved)
  }
  await page.goto(`/manage?edit=${id}`)
  await expect(form.field('Title')).toHaveValue('Harbour Beanie')
  await expect(form.field('Description')).toHaveValue('')
})

test('The editor marks a piece as sold and hides it at once, without saving or losing what is typed', async ({
  page,
  shop,
}) => {
  const { id } = await addItem(shop.url, beanie)
  await openAsOwner(page, shop, '/manage')
  await page.goto(`/manage?edit=${id}`)
  const form = itemForm(page)
  await form.enter({ Tagline: 'Typed' })
  await rowButton(page, 'Mark as sold', 'Harbour Beanie').click()
  await expect(rowButton(page, 'Mark as available', 'Harbour Beanie')).toBeFocused()
  await expect.poll(async () => await findItem(shop.url, id)).toMatchObject({ sold: true, tagline: beanie.tagline })
  await expect(form.field('Tagline')).toHaveValue('Typed')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('alert')).toContainText('Changes saved.')
  expect(await findItem(shop.url, id)).toMatchObject({ sold: true, tagline: 'Typed' })
})

test('A piece that is marked as sold while its photos are on their way is no conflict: both are saved', async ({
  page,
  shop,
}) => {
  const { id } = await addItem(shop.url, beanie)
  await openAsOwner(page, shop, '/manage')
  await page.goto(`/manage?edit=${id}`)
  const photos = await holdRequests(page, '**/api/photos/*')
  await itemForm(page).enter({ Tagline: 'Typed' })
  await photoField(page).pick(jpeg('IMG_1.jpg', await plainPhoto('#822')))
  await page.getByRole('button', { name: 'Save changes' }).click()
  await rowButton(page, 'Mark as sold', 'Harbour Beanie').click()
  await expect.poll(async () => await findItem(shop.url, id)).toMatchObject({ sold: true, photos: [] })
  photos.release()
  await expect(page.getByRole('alert')).toContainText('Changes saved.')
  expect(await findItem(shop.url, id)).toMatchObject({ sold: true, tagline: 'Typed', photos: [{}] })
})

test.describe('A list that could not be read', () => {
  test.use({ allowedErrors: /net::ERR/ })

  test('says so, and is read again by itself', async ({ page, shop }) => {
    await addItem(shop.url, beanie)
    await openAsOwner(page, shop, '/create')
    await page.route('**/api/manage/items*', (route) => route.abort(), { times: 1 })
    await page.goto('/manage')
    await expect(page.getByRole('alert')).toContainText('No connection. Please try again.')
    await expect(itemRow(page, 'Harbour Beanie')).toBeVisible()
  })
})

test('What is said a second time is an alert of its own: it is announced, and stays as long', async ({
  page,
  shop,
}) => {
  await addItem(shop.url, beanie)
  await openAsOwner(page, shop, '/manage')
  const setPrice = async (price: string) => {
    await takeAction(page, 'Change the price', 'Harbour Beanie')
    await page.getByLabel('Price (LKR)').fill(price)
    await page.keyboard.press('Enter')
    await expect(itemRow(page, 'Harbour Beanie')).toContainText(`LKR ${price}`)
    return await page.getByRole('alert').elementHandle()
  }
  const first = await setPrice('900')
  const text = await first?.textContent()
  const second = await setPrice('950')
  expect([await second?.textContent(), await first?.evaluate((element) => element.isConnected)]).toEqual([text, false])
})

test('A duplicate is a new piece with the same fields and photos; nothing is stored until it is saved', async ({
  page,
  shop,
}) => {
  const { id, photos } = await addItemWithPhotos(shop.url, { newItem: beanie, count: 2 })
  await openAsOwner(page, shop, '/manage')
  await takeAction(page, 'Mark as sold', 'Harbour Beanie')
  await expect(itemRow(page, 'Harbour Beanie').getByText('Sold', { exact: true })).toBeVisible()
  await takeAction(page, 'Duplicate', 'Harbour Beanie')
  const form = itemForm(page)
  await expect(page.getByRole('heading', { name: 'New piece like Harbour Beanie' })).toBeFocused()
  await expect.poll(() => form.values()).toMatchObject({ Title: 'Harbour Beanie', 'Price (LKR)': '12500' })
  expect(await listItems(shop.url)).toHaveLength(1)
  await form.enter({ Title: 'Hill Beanie' })
  await page.goBack()
  const notice = page.getByRole('listitem').filter({ hasText: 'Hill Beanie isn’t saved yet.' })
  await notice.getByRole('button', { name: 'Continue' }).click()
  await expect(form.field('Title')).toHaveValue('Hill Beanie')
  await form.save.click()
  await expect(page).toHaveURL(/\/item\//)
  await expect(page.getByRole('alert')).toContainText('Item added!')
  const [copy, original] = await listItems(shop.url)
  expect(original).toMatchObject({ id, title: 'Harbour Beanie', sold: true })
  expect(copy).toMatchObject({ title: 'Hill Beanie', price: 12500, size: 'S / M', sold: false })
  expect(copy?.photos.map((photo) => photo.id)).toEqual(photos.map((photo) => photo.id))
  await page.goto('/manage')
  await expect(itemRow(page, 'Hill Beanie')).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test.describe('Sharing', () => {
  test.use({ permissions: ['clipboard-write'] })

  test('‘Copy link’ copies the address of the item’s page, after saving and on /manage', async ({ page, shop }) => {
    await openAsOwner(page, shop, '/create')
    const form = itemForm(page)
    await form.signedIn()
    await form.enter({ Title: 'Harbour Beanie', 'Image URL': images.url('beanie') })
    await form.save.click()
    const preview = page.getByRole('region', { name: 'Link preview' })
    await preview.getByRole('button', { name: 'Copy link' }).click()
    await expect(preview.getByText('Link copied.')).toBeVisible()
    const link = page.url()
    const search = page.getByRole('textbox', { name: 'Search your pieces' })
    await page.goto('/manage')
    await search.press('Control+v')
    await expect(search).toHaveValue(link)
    await page.evaluate('navigator.clipboard.writeText("-")')
    await search.fill('')
    await takeAction(page, 'Copy link', 'Harbour Beanie')
    await expect(page.getByRole('alert')).toContainText('Link copied.')
    await search.press('Control+v')
    await expect(search).toHaveValue(link)
  })
})

test('Of 221 pieces the list shows 100, ‘Show more’ adds 100 with the keyboard, and the search finds the others', async ({
  page,
  shop,
}) => {
  await addItem(shop.url, minimalItem('The very first'))
  await addItems(shop.url, scarves(220).slice(0, 110)) // As many as one account may add.
  await addItems(shop.url, scarves(220).slice(110))
  await openAsOwner(page, shop, '/manage')
  await expect(page.getByText('And 121 more.')).toBeVisible()
  await expect(rows(page)).toHaveCount(100)
  await expect(rows(page).last()).toHaveText('Scarf 121')
  const idToken = await createOwner(shop, 'other@example.com')
  expect((await sendItem(shop.url, idToken, minimalItem('Added meanwhile'))).ok).toBe(true)
  await expect(rows(page)).toHaveText(['Added meanwhile', ...scarfTitles(220, 122)])
  const more = page.getByRole('button', { name: 'Show more' })
  await more.press('Enter')
  await expect(rowButton(page, 'Edit', 'Scarf 121')).toBeFocused()
  await expect(rows(page)).toHaveText(['Added meanwhile', ...scarfTitles(220, 22)])
  await takeAction(page, 'Remove', 'Scarf 22')
  await expect(rowButton(page, 'Restore', 'Scarf 22')).toBeFocused()
  await expect(page.getByText('And 21 more.')).toBeVisible() // Both pages were loaded again.
  await more.press('Enter')
  await expect(rowButton(page, 'Edit', 'Scarf 20')).toBeFocused()
  await expect(rows(page)).toHaveText(['Added meanwhile', ...scarfTitles(220, 1), 'The very first'])
  await expect(more).toHaveCount(0)

  const search = page.getByRole('textbox', { name: 'Search your pieces' })
  await search.fill('very first')
  await expect(rows(page)).toHaveText(['The very first'])
  const link = await rows(page).getByRole('link').getAttribute('href')
  await search.fill('scarf')
  await expect(page.getByText('219 of 221 pieces')).toBeVisible()
  await expect(rows(page)).toHaveText([...scarfTitles(220, 121), 'Scarf 22']) // The removed one is apart.
  await search.fill(`https://shop.example${link}`)
  await expect(rows(page)).toHaveText(['The very first'])
  await search.fill('nothing like it')
  await expect(page.getByText('0 of 221 pieces')).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
})

test('A late answer to an earlier search changes nothing', async ({ page, shop }) => {
  await addItems(shop.url, [...scarves(3), beanie])
  await openAsOwner(page, shop, '/manage')
  await expect(rows(page)).toHaveCount(4)
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/manage/items?q=scarf', () => asked.resolve()) // Not answered.
  const search = page.getByRole('textbox', { name: 'Search your pieces' })
  const aborted = page.waitForEvent('requestfailed')
  await search.fill('scarf')
  await asked.promise
  await search.fill('beanie')
  expect((await aborted).url()).toContain('q=scarf')
  await expect(rows(page)).toHaveText(['Harbour Beanie'])
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test.describe('A piece that is not among the first 100', () => {
  test.use({ allowedErrors: /status of 404/ })

  test('can be edited and copied by its address, and its drafts are offered', async ({ page, shop }) => {
    const { id } = await addItem(shop.url, beanie)
    await addItems(shop.url, scarves(101))
    await openAsOwner(page, shop, '/manage')
    await expect(rows(page)).toHaveCount(100)
    await page.goto(`/manage?edit=${id}`)
    const form = itemForm(page)
    await expect(page.getByRole('heading', { name: 'Edit Harbour Beanie' })).toBeFocused()
    await form.enter({ Tagline: 'Half a thought' })
    await page.goto(`/manage?duplicate=${id}`)
    await expect(page.getByRole('heading', { name: 'New piece like Harbour Beanie' })).toBeFocused()
    await form.enter({ Size: 'L' })
    await page.getByRole('main').getByRole('link', { name: '← Back' }).click()
    const notice = page.getByRole('listitem').filter({ hasText: 'Harbour Beanie isn’t saved yet.' })
    await expect(notice.getByRole('button', { name: 'Continue' })).toBeVisible()
    await filter(page, 'Unsaved 1').click()
    await expect(rows(page)).toHaveText(['Harbour Beanie'])
    await expect(page.getByText('1 of 102 pieces')).toBeVisible()
    await takeAction(page, 'Edit', 'Harbour Beanie')
    await expect(form.field('Tagline')).toHaveValue('Half a thought')
    await page.goto('/manage?edit=AAAAAAAAAAAAAAAAAAAA')
    await expect(rows(page)).toHaveCount(100)
  })
})

/** The titles of scarves from one number down to another. */
function scarfTitles(from: number, to: number): string[] {
  return Array.from({ length: from - to + 1 }, (_, index) => `Scarf ${from - index}`)
}
