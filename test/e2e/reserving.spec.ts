import type { Page } from '@playwright/test'

import { addItem, findItem, type ApiItem } from '../kit/api-client.ts'
import { itemRow, rowButton, takeAction } from '../kit/browser/manage-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { beanie } from '../kit/sample-items.ts'

const title = 'Harbour Beanie'
const row = (page: Page) => itemRow(page, title)
const note = (page: Page) => page.getByRole('textbox', { name: 'Note, only for you' })
const friday = (page: Page) => page.getByRole('button', { name: /Reserve until Friday/ }).first()
const undo = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Undo' })

test.describe('/manage: from the row', () => {
  let item: ApiItem

  test.beforeEach(async ({ page, shop }) => {
    item = await addItem(shop.url, beanie)
    await page.setViewportSize({ width: 360, height: 740 })
    await openAsOwner(page, shop, '/manage')
    await expect(rowButton(page, 'Edit', title)).toBeVisible()
  })

  test('reserves until Friday in three taps, and one takes it back', async ({ page, shop }) => {
    await rowButton(page, 'More', title).click()
    await rowButton(page, 'Reserve', title).click()
    await friday(page).click()
    await expect(row(page)).toContainText('Reserved until Fri')
    await expect(rowButton(page, 'Edit', title)).toBeFocused()
    expect((await findItem(shop.url, item.id)).reserved).toBe(true)
    await undo(page).click()
    await expect(page.getByRole('alert')).toContainText('is no longer reserved.')
    await expect(row(page)).not.toContainText('Reserved')
    await undo(page).click()
    await expect(row(page)).toContainText('Reserved until Fri')
  })

  test('a reservation without a day has a note, which the search finds, and is ended from the menu', async ({
    page,
  }) => {
    await takeAction(page, 'Reserve', title)
    await note(page).fill('For Ama, 077 123')
    await page.getByRole('button', { name: 'Reserve', exact: true }).click()
    await expect(row(page)).toContainText('ReservedFor Ama, 077 123')
    const search = page.getByRole('textbox', { name: 'Search your pieces' })
    await search.fill('scarf')
    await expect(row(page)).toHaveCount(0)
    await search.fill('ama')
    await expect(row(page)).toBeVisible()
    await takeAction(page, 'End the reservation', title)
    await undo(page).click()
    await expect(row(page)).toContainText('For Ama, 077 123')
  })

  test('changes the price in one field, and takes it back', async ({ page, shop }) => {
    await takeAction(page, 'Change the price', title)
    const price = page.getByRole('textbox', { name: 'Price (LKR)' })
    await price.fill('cheap')
    await price.press('Enter')
    await expect(page.getByText('Enter the price as a number')).toBeVisible()
    await price.fill('9,900')
    await price.press('Enter')
    await expect(row(page)).toContainText('9,900')
    expect((await findItem(shop.url, item.id)).price).toBe(9_900)
    await undo(page).click()
    await expect(row(page)).toContainText('12,500')
  })

  test.describe('a form that was opened before another tab changed the piece', () => {
    test.use({ allowedErrors: /status of 412/ })

    test('replaces no reservation that it has not shown, and nothing typed is lost', async ({ page, context }) => {
      const other = await context.newPage()
      await other.goto('/manage')
      await takeAction(other, 'Reserve', title)
      await note(other).fill('For Kavi')
      await takeAction(page, 'Reserve', title)
      await note(page).fill('For Ama')
      await friday(page).click()
      await expect(row(other)).toContainText('For Ama')
      await friday(other).click()
      await expect(other.getByRole('alert')).toContainText('changed elsewhere')
      await expect(note(other)).toHaveValue('For Kavi')
      await expect(row(page)).toContainText('For Ama')
      await friday(other).click()
      await expect(row(page)).toContainText('For Kavi')
    })

    test('replaces no price that it has not shown; a change of something else is no conflict', async ({
      page,
      context,
    }) => {
      const other = await context.newPage()
      await other.goto('/manage')
      const price = (tab: Page) => tab.getByRole('textbox', { name: 'Price (LKR)' })
      for (const [tab, typed] of [
        [page, '9,900'],
        [other, '8,800'],
      ] as const) {
        await takeAction(tab, 'Change the price', title)
        await price(tab).fill(typed)
      }
      await takeAction(page, 'Hide', title)
      await expect(row(other)).toContainText('Hidden')
      await price(other).press('Enter')
      await expect(row(page)).toContainText('8,800')
      await price(page).press('Enter')
      await expect(page.getByRole('alert')).toContainText('changed elsewhere')
      await expect(price(page)).toHaveValue('9,900')
      await price(page).press('Enter')
      await expect(row(other)).toContainText('9,900')
    })
  })

  test.describe('without a connection', () => {
    test.use({ allowedErrors: /net::ERR/ })

    test('the form stays with what was typed, until it can be saved', async ({ page, context }) => {
      await takeAction(page, 'Reserve', title)
      await note(page).fill('For Ama')
      await context.setOffline(true)
      await friday(page).click()
      await expect(page.getByRole('alert')).toContainText('No connection')
      await expect(note(page)).toHaveValue('For Ama')
      await context.setOffline(false)
      await friday(page).click()
      await expect(row(page)).toContainText('For Ama')
    })
  })
})

test('an open page of a piece says that it has just been reserved', async ({ page, shop, browser }) => {
  const { id } = await addItem(shop.url, beanie)
  await page.goto(`/item/${id}`)
  const owner = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await openAsOwner(owner, shop, '/manage')
  await takeAction(owner, 'Reserve', title)
  await friday(owner).click()
  await expect(page.getByRole('link', { name: 'Ask to be next on WhatsApp' })).toBeVisible()
  await owner.context().close()
})
