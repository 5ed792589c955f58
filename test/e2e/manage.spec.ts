import type { Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, addItems, findItem } from '../kit/api-client.ts'
import { doubleClick } from '../kit/browser/double-click.ts'
import { holdRequests, loseResponses } from '../kit/browser/held-requests.ts'
import { card, openHome, titles } from '../kit/browser/home-page.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { itemRow, rowButton, takeAction } from '../kit/browser/manage-page.ts'
import { jpeg, photoField } from '../kit/browser/photo-field.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { callApi, type ManagedItem } from '../kit/manage-client.ts'
import { startPausedImageServer, allowLoopback } from '../kit/photos/paused-image-server.ts'
import { plainPhoto } from '../kit/photos/photos.ts'
import { minimalItem, beanie } from '../kit/sample-items.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

async function openManage(page: Page, shop: RunningShop): Promise<void> {
  await openAsOwner(page, shop, '/manage')
  await expect(page.getByRole('textbox', { name: 'Search your pieces' })).toBeVisible()
}

function saveButton(page: Page) {
  return page.getByRole('button', { name: 'Save changes' })
}

/** Waits until the page says that the changes are saved, and dismisses that. */
async function dismissSaved(page: Page): Promise<void> {
  const saved = page.getByRole('alert').filter({ hasText: 'Changes saved.' })
  await saved.getByRole('button', { name: 'Dismiss' }).click()
  await expect(saved).toHaveCount(0)
}

/** @returns a function that changes an item as another owner. */
async function addOtherOwner(shop: RunningShop, id: string) {
  const idToken = await createOwner(shop, 'other@example.com')
  return async (method: 'PUT' | 'DELETE', body?: object) => {
    const found = await callApi(shop.url, idToken, { method: 'GET', path: `/manage/items/${id}` })
    const { version } = (await found.json()) as ManagedItem
    const answer = await callApi(shop.url, idToken, { method, body, path: `/items/${id}`, version })
    expect(answer.status).toBe(200)
  }
}

test('/manage: an open page follows every change of a piece, in its place, among cards that stay', async ({
  page,
  otherVisitor,
  shop,
}) => {
  await addItems(shop.url, [minimalItem('Plain Scarf'), beanie, minimalItem('Red Scarf')])
  await openManage(page, shop)
  await openHome(otherVisitor)
  const other = await card(otherVisitor, 'Plain Scarf').elementHandle()

  await test.step('all pieces are listed, the newest first, with a search', async () => {
    const rows = page.getByRole('main').getByRole('heading', { level: 3 })
    await expect(rows).toHaveText(['Red Scarf', 'Harbour Beanie', 'Plain Scarf'])
    const search = page.getByRole('textbox', { name: 'Search your pieces' })
    await search.fill('scarf RED')
    await expect(page.getByText('1 of 3 pieces')).toBeVisible()
    await expect(rows).toHaveText(['Red Scarf'])
    await search.fill('')
    await expect(page.getByText('3 pieces', { exact: true })).toBeVisible()
  })

  await test.step('being sold, hidden, shown, removed and restored', async () => {
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
    await expect(titles(otherVisitor)).toHaveText(['Red Scarf', 'Harbour Beanie', 'Plain Scarf'])
  })

  await test.step('another title and price', async () => {
    await takeAction(page, 'Edit', 'Harbour Beanie')
    const form = itemForm(page)
    const stored = { Title: 'Harbour Beanie', 'Price (LKR)': '12500', Size: 'S / M' }
    await expect.poll(() => form.values()).toMatchObject(stored)
    await form.enter({ Title: 'Hill Beanie', 'Price (LKR)': '9,000' })
    await saveButton(page).click()
    await expect(titles(otherVisitor)).toHaveText(['Red Scarf', 'Hill Beanie', 'Plain Scarf'])
    await expect(card(otherVisitor, 'Hill Beanie')).toContainText('9,000')
    await expect(page.getByRole('alert')).toContainText('Changes saved.')
    await expect(itemRow(page, 'Hill Beanie')).toBeVisible()
  })
  expect(await other?.evaluate((element) => element.isConnected)).toBe(true)
})

test.describe('/manage and /manage/shop: for owners only', () => {
  test.use({ allowedErrors: /40[13] .*\/api\/manage\// })

  test('have nothing of the shop for others, and nothing stays after a sign-out in another tab', async ({
    page,
    context,
    shop,
  }) => {
    await addItem(shop.url, beanie)
    await openManage(page, shop)
    await expect(page.getByText('Harbour Beanie').first()).toBeVisible()
    const other = await context.newPage()
    await other.goto('/sign-in')
    await other.getByRole('button', { name: 'Sign out', exact: true }).click()
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByText('Harbour Beanie')).toHaveCount(0)

    for (const path of ['/manage', '/manage/shop']) {
      await page.goto(path)
      await expect(main.getByText('This page is for the shop’s owner.')).toBeVisible()
      const next = `/sign-in?next=${encodeURIComponent(path)}`
      await expect(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', next)
      await expect(main.getByRole('textbox')).toHaveCount(0)
      await expect(page.getByText('Harbour Beanie')).toHaveCount(0)
    }
  })
})

test('/manage: on a slow network, a save loses nothing, whatever is done meanwhile; a double click opens a form once, and closes it once', async ({
  page,
  shop,
}) => {
  const { id } = await addItem(shop.url, beanie)
  await addItem(shop.url, minimalItem('Other'))
  await openManage(page, shop)
  const form = itemForm(page)
  const save = saveButton(page)
  const edit = () => takeAction(page, 'Edit', 'Harbour Beanie')
  const saveSlowly = async () => {
    const puts = await holdRequests(page, `**/api/items/${id}`)
    await save.click()
    await expect.poll(() => puts.count()).toBe(1)
    return puts
  }

  await test.step('what is typed meanwhile stays in the form, and is saved with the next save', async () => {
    await edit()
    await form.enter({ Tagline: 'First' })
    const puts = await saveSlowly()
    await form.enter({ Color: 'Typed meanwhile' })
    puts.release()
    await expect(page.getByRole('alert')).toContainText('Changes saved.')
    expect(await findItem(shop.url, id)).toMatchObject({ tagline: 'First', color: beanie['color'] })
    await page.reload()
    await expect(form.field('Color')).toHaveValue('Typed meanwhile')
    await expect(page.getByText(/They wrote/)).toHaveCount(0)
    await save.click()
    await dismissSaved(page)
    expect(await findItem(shop.url, id)).toMatchObject({ tagline: 'First', color: 'Typed meanwhile' })
  })

  await test.step('an editor that was left meanwhile is saved, and what is open by then stays open', async () => {
    await edit()
    await form.enter({ Tagline: 'Second' })
    const puts = await saveSlowly()
    await page.goBack()
    await takeAction(page, 'Edit', 'Other')
    await form.enter({ Tagline: 'Half a thought' })
    puts.release()
    await dismissSaved(page)
    await expect(form.field('Tagline')).toHaveValue('Half a thought')
    await page.goBack()
    await expect(itemRow(page, 'Other').getByText('You have unsaved changes')).toBeVisible()
    await expect(itemRow(page, 'Harbour Beanie').getByText('You have unsaved changes')).toHaveCount(0)
    expect(await findItem(shop.url, id)).toMatchObject({ tagline: 'Second' })
  })

  await test.step('the editor marks a piece as sold at once, without saving or losing what is typed', async () => {
    await edit()
    await form.enter({ Tagline: 'Third' })
    await rowButton(page, 'Mark as sold', 'Harbour Beanie').click()
    await expect(rowButton(page, 'Mark as available', 'Harbour Beanie')).toBeFocused()
    await expect.poll(() => findItem(shop.url, id)).toMatchObject({ sold: true, tagline: 'Second' })
    await expect(form.field('Tagline')).toHaveValue('Third')
  })

  await test.step('a piece that is marked while its photos are on their way is no conflict: both are saved', async () => {
    const photos = await holdRequests(page, '**/api/photos/*')
    await photoField(page).pick(jpeg('IMG_1.jpg', await plainPhoto('#822')))
    await save.click()
    await rowButton(page, 'Mark as available', 'Harbour Beanie').click()
    await expect.poll(() => findItem(shop.url, id)).toMatchObject({ sold: false, photos: [] })
    photos.release()
    await expect(page.getByRole('alert')).toContainText('Changes saved.')
    expect(await findItem(shop.url, id)).toMatchObject({ sold: false, tagline: 'Third', photos: [{}] })
    await dismissSaved(page)
  })

  await test.step('a double click opens a form once, and closes it once', async () => {
    const title = page.getByRole('heading', { name: 'Edit Other' })
    await rowButton(page, 'Edit', 'Other').dblclick()
    await form.enter({ Tagline: 'Typed' })
    await save.click()
    await dismissSaved(page)
    await expect(title).toBeHidden()
    await takeAction(page, 'Edit', 'Other')
    await doubleClick(page.getByRole('button', { name: 'Cancel' }))
    await expect(rowButton(page, 'Edit', 'Other')).toBeFocused()
    await takeAction(page, 'Edit', 'Other')
    await expect(title).toBeVisible()
  })
})

test.describe('/manage: what another owner changes', () => {
  test.use({ allowedErrors: /status of 412/ })

  test('is shown in an open editor and in a draft that is opened later, and nothing typed is lost', async ({
    page,
    shop,
  }) => {
    const { id } = await addItem(shop.url, beanie)
    await openManage(page, shop)
    const changeElsewhere = await addOtherOwner(shop, id)
    const form = itemForm(page)
    const changedElsewhere = form.alert.getByText('This piece was changed elsewhere')
    await takeAction(page, 'Edit', 'Harbour Beanie')

    await test.step('the buttons of an open editor follow it, and an Undo', async () => {
      await form.enter({ Title: 'Hill Beanie', Tagline: 'Typed' })
      await rowButton(page, 'Mark as sold', 'Harbour Beanie').click()
      await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
      await expect(rowButton(page, 'Mark as sold', 'Harbour Beanie')).toBeVisible()
      await changeElsewhere('PUT', { ...beanie, title: 'Harbour Cap', color: 'Navy' })
      await rowButton(page, 'Mark as sold', 'Harbour Cap').click()
      await expect.poll(() => findItem(shop.url, id)).toMatchObject({ sold: true, title: 'Harbour Cap' })
    })

    await test.step('a save is refused, and shows it; the next one saves', async () => {
      await saveButton(page).click()
      await expect(changedElsewhere).toBeVisible()
      await expect(page.getByText('They wrote: Harbour Cap')).toBeVisible()
      await expect(page.getByText('They wrote: Navy')).toBeVisible()
      const values = { Title: 'Hill Beanie', Tagline: 'Typed', Color: 'Navy' }
      await expect.poll(() => form.values()).toMatchObject(values)
      await saveButton(page).click()
      await expect(itemRow(page, 'Hill Beanie')).toBeVisible()
      expect(await findItem(shop.url, id)).toMatchObject({ title: 'Hill Beanie', tagline: 'Typed', color: 'Navy' })
    })

    await test.step('a piece that is removed elsewhere stays in its editor, and can be restored', async () => {
      await takeAction(page, 'Edit', 'Hill Beanie')
      await form.enter({ Tagline: 'Typed again' })
      await changeElsewhere('DELETE')
      await expect(page.getByRole('alert')).toContainText('Hill Beanie was removed.')
      await expect(page.locator('.state-buttons').getByText('Removed')).toBeVisible()
      await expect(form.field('Tagline')).toHaveValue('Typed again')
      await rowButton(page, 'Restore', 'Hill Beanie').click()
      await expect(rowButton(page, 'Mark as available', 'Hill Beanie')).toBeVisible()
      await saveButton(page).click()
      await dismissSaved(page)
      expect(await findItem(shop.url, id)).toMatchObject({ tagline: 'Typed again' })
    })

    await test.step('a draft that is opened later shows it next to what was typed', async () => {
      await takeAction(page, 'Edit', 'Hill Beanie')
      await form.enter({ Tagline: 'On the phone', Size: 'L' })
      await page.goBack()
      await changeElsewhere('PUT', {
        ...beanie,
        title: 'Hill Beanie',
        tagline: 'Elsewhere',
        color: 'Red',
        price: 9_000,
      })
      await expect(itemRow(page, 'Hill Beanie')).toContainText('9,000')
      for (const open of [() => takeAction(page, 'Edit', 'Hill Beanie'), () => page.reload()]) {
        await open()
        await expect(changedElsewhere).toBeVisible()
        await expect(form.field('Tagline')).toHaveAccessibleDescription(/They wrote: Elsewhere/)
        await expect(page.getByText(/They wrote/)).toHaveCount(1)
        await expect.poll(() => form.values()).toMatchObject({ Tagline: 'On the phone', Size: 'L', Color: 'Red' })
      }
      await saveButton(page).click()
      await expect(page.getByRole('alert')).toContainText('Changes saved.')
      expect(await findItem(shop.url, id)).toMatchObject({ tagline: 'On the phone', size: 'L', color: 'Red' })
    })
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
    await saveButton(page).click()
    await refused
    await expect(page.getByRole('alert')).toContainText('Changes saved.')
    expect(await findItem(shop.url, id)).toMatchObject({ title: 'Hill Beanie', photos: [{ width: 300, height: 250 }] })
  })
})

test.describe('/manage: a save whose response was lost', () => {
  test.use({ allowedErrors: /status of 412|net::ERR/ })

  test('what it has saved is no edit conflict; what others have changed since is one', async ({ page, shop }) => {
    const { id } = await addItem(shop.url, beanie)
    await openManage(page, shop)
    await takeAction(page, 'Edit', 'Harbour Beanie')
    const form = itemForm(page)
    const save = saveButton(page)
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
    const changeElsewhere = await addOtherOwner(shop, id)
    await changeElsewhere('PUT', { ...beanie, tagline: 'Typed again', size: 'M', color: 'Red' })
    await form.enter({ Size: 'S' })
    await save.click()
    await expect(form.alert.getByText('This piece was changed elsewhere')).toBeVisible()
    await expect(page.getByText(/They wrote/)).toHaveText(['They wrote: Red'])
  })
})
