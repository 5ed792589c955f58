import type { Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, findItem, type ApiItem } from '../kit/api-client.ts'
import { holdAnswer } from '../kit/browser/held-requests.ts'
import { typeImpossibleDay } from '../kit/browser/impossible-day.ts'
import { itemRow, rowButton, takeAction } from '../kit/browser/manage-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { callApi } from '../kit/manage-client.ts'
import { beanie, minimalItem } from '../kit/sample-items.ts'

const title = 'Harbour Beanie'
const row = (page: Page) => itemRow(page, title)
const note = (page: Page) => page.getByRole('textbox', { name: 'Note, only for you' })
const price = (page: Page) => page.getByRole('textbox', { name: 'Price (LKR)' })
const friday = (page: Page) => page.getByRole('button', { name: /Reserve until Friday/ }).first()
const undo = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Undo' })

test.describe('/manage: from the row', () => {
  let item: ApiItem

  test.use({ viewport: { width: 360, height: 740 } })
  test.beforeEach(async ({ page, shop }) => {
    item = await addItem(shop.url, beanie)
    await openAsOwner(page, shop, '/manage')
    await expect(rowButton(page, 'Edit', title)).toBeVisible()
  })

  test.describe('and without a connection', () => {
    test.use({ allowedErrors: /net::ERR/ })

    test('a piece is reserved, and its price changed, in three taps; each can be undone', async ({
      page,
      context,
      shop,
    }) => {
      await test.step('reserves until Friday in three taps, and one takes it back', async () => {
        await rowButton(page, 'More', title).click()
        await rowButton(page, 'Reserve', title).click()
        await friday(page).click()
        await expect(row(page)).toContainText('Reserved until Fri')
        await expect(rowButton(page, 'Edit', title)).toBeFocused()
        expect((await findItem(shop.url, item.id)).reserved).toBe(true)
        await undo(page).click()
        await expect(page.getByRole('alert')).toContainText('is no longer reserved.')
        await expect(row(page)).not.toContainText('Reserved')
        await undo(page).press('Enter') // A click would be the second one of a double click.
        await expect(row(page)).toContainText('Reserved until Fri')
        await takeAction(page, 'End the reservation', title)
        await expect(row(page)).not.toContainText('Reserved')
      })

      await test.step('without a day it has a note, which the search finds, and is ended from the menu', async () => {
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
        await takeAction(page, 'End the reservation', title)
        await expect(row(page)).not.toContainText('For Ama')
        await search.fill('')
      })

      await test.step('the form stays with what was typed, until it can be saved', async () => {
        await takeAction(page, 'Reserve', title)
        await note(page).fill('For Kavi')
        await context.setOffline(true)
        await friday(page).click()
        await expect(page.getByRole('alert')).toContainText('No connection')
        await expect(note(page)).toHaveValue('For Kavi')
        await context.setOffline(false)
        await friday(page).click()
        await expect(row(page)).toContainText('For Kavi')
      })

      await test.step('changes the price in one field, and takes it back', async () => {
        await takeAction(page, 'Change the price', title)
        await price(page).fill('cheap')
        await page.getByRole('button', { name: 'Save changes' }).click()
        await expect(page.getByText('Enter the price as a number')).toBeVisible()
        await expect(price(page)).toBeFocused()
        await price(page).fill('9,900')
        await price(page).press('Enter')
        await expect(row(page)).toContainText('9,900')
        expect((await findItem(shop.url, item.id)).price).toBe(9_900)
        await undo(page).click()
        await expect(row(page)).toContainText('12,500')
      })

      await test.step('what is said a second time is an alert of its own: it is announced, and stays as long', async () => {
        const first = await setPrice(page, '900')
        const text = await first?.textContent()
        const second = await setPrice(page, '950')
        expect(await second?.textContent()).toBe(text)
        expect(await first?.evaluate((element) => element.isConnected)).toBe(false)
      })
    })
  })

  test('Undo waits for who uses the keyboard, and passes after a while with the mouse', async ({ page }) => {
    await page.clock.install()
    await takeAction(page, 'Reserve', title)
    await note(page).fill('For Ama')
    await friday(page).click()
    await expect(row(page)).toContainText('For Ama')
    const reserved = (await row(page).locator('.row-text').textContent()) ?? ''
    expect(reserved).toContain('Reserved until Fri')
    await rowButton(page, 'More', title).press('Enter')
    await rowButton(page, 'End the reservation', title).press('Enter')
    await expect(row(page)).not.toContainText('Reserved')
    await page.clock.runFor(30_000)
    await undo(page).press('Enter')
    await expect(row(page).locator('.row-text')).toHaveText(reserved)

    await takeAction(page, 'End the reservation', title)
    await expect(undo(page)).toBeVisible()
    await page.clock.runFor(30_000)
    await expect(undo(page)).toHaveCount(0)
  })

  test('a note that is too long, or a day that does not exist, is refused at its field, and reserves nothing', async ({
    page,
    shop,
  }) => {
    await takeAction(page, 'Reserve', title)
    const changes: string[] = []
    page.on('request', (request) => request.method() === 'PATCH' && changes.push(request.url()))
    await note(page).fill('x'.repeat(1_000))
    await friday(page).press('Enter')
    await expect(note(page)).toHaveAccessibleDescription(/Too long/)
    await expect(note(page)).toBeFocused()
    await note(page).fill('')
    const day = page.getByLabel('Last day')
    await typeImpossibleDay(day)
    await day.press('Enter')
    await expect(day).toHaveAccessibleDescription(/Enter a day, such as/)
    await day.fill('2099-12-11')
    expect(changes).toEqual([])
    await day.press('Enter')
    await expect(row(page)).toContainText('Reserved until')
    expect((await findItem(shop.url, item.id)).reserved).toBe(true)
  })

  test.describe('a form that was opened before another tab changed the piece', () => {
    test.use({ allowedErrors: /status of 412/ })

    test('replaces no reservation and no price that it has not shown, and nothing typed is lost', async ({
      page,
      context,
    }) => {
      const other = await context.newPage()
      await other.goto('/manage')
      await test.step('a reservation', async () => {
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

      await test.step('a price; a change of something else is no conflict', async () => {
        await takeAction(page, 'Change the price', title)
        await price(page).fill('9,900')
        await takeAction(other, 'Change the price', title)
        await price(other).fill('8,800')
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

      await test.step('the answer to a change that comes after a later change replaces nothing', async () => {
        const answer = await holdAnswer(page)
        await takeAction(page, 'Show', title)
        await expect(row(other)).not.toContainText('Hidden')
        await setPrice(other, '7,700')
        await expect(row(page)).toContainText('7,700')
        answer.release()
        await expect(page.getByRole('alert')).toContainText('is shown again')
        await expect(row(page)).toContainText('7,700')
      })

      await test.step('nor does one that comes while the later change is on its way', async () => {
        const answer = await holdAnswer(page)
        await takeAction(page, 'Hide', title)
        await expect(row(page)).toContainText('Hidden')
        const list = await holdAnswer(page, '**/api/manage/items*')
        await setPrice(other, '6,600')
        await list.answered
        answer.release()
        await expect(page.getByRole('alert')).toContainText('is hidden')
        list.release()
        await expect(row(page)).toContainText('6,600')
      })
    })

    test('stays, with what is typed, while another tab takes the piece from the list, and removes it', async ({
      page,
      context,
      shop,
    }) => {
      const owner = await createOwner(shop, 'other@example.com')
      await callApi(shop.url, owner, { method: 'POST', path: '/items', body: minimalItem('Long scarf') })
      const other = await context.newPage()
      await other.goto('/manage')
      await takeAction(other, 'Mark as sold', 'Long scarf')
      await page.getByRole('button', { name: 'Available 1' }).click()
      await expect(itemRow(page, 'Long scarf')).toHaveCount(0)
      await takeAction(page, 'Reserve', title)
      await note(page).fill('For Ama')

      await takeAction(other, 'Hide', title)
      await expect(page.getByRole('button', { name: 'Hidden 1' })).toBeVisible()
      await expect(note(page)).toHaveValue('For Ama')
      await takeAction(other, 'Remove', title)
      await expect(page.getByRole('button', { name: 'Hidden 1' })).toHaveCount(0)
      await expect(note(page)).toHaveValue('For Ama')
      await friday(page).click()
      await expect(page.getByRole('alert')).toContainText('changed elsewhere')
      await expect(row(page)).toContainText('Removed')
      await expect(note(page)).toHaveValue('For Ama')
      await friday(page).click()
      await expect(note(page)).toHaveCount(0)
      await expect(row(page)).toContainText('For Ama')
    })

    test('gives the focus to the next row if its own goes with it', async ({ page, context, shop }) => {
      const owner = await createOwner(shop, 'other@example.com')
      await callApi(shop.url, owner, { method: 'POST', path: '/items', body: minimalItem('Long scarf') })
      const other = await context.newPage()
      await other.goto('/manage')
      await takeAction(page, 'Reserve', title)
      await takeAction(other, 'Remove', title)
      await expect(page.locator('.removed-items')).toBeVisible()
      await page.getByRole('button', { name: 'Cancel' }).press('Enter')
      await expect(row(page)).toHaveCount(0)
      await expect(rowButton(page, 'Edit', 'Long scarf')).toBeFocused()
    })
  })
})

/** Changes the price from the row. @returns the alert that says so. */
async function setPrice(page: Page, typed: string) {
  await takeAction(page, 'Change the price', title)
  await price(page).fill(typed)
  await price(page).press('Enter')
  await expect(row(page)).toContainText(`LKR ${typed}`)
  return await page.getByRole('alert').elementHandle()
}
