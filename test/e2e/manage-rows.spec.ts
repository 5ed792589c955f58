import type { Page } from '@playwright/test'

import { addItem, addItems } from '../kit/api-client.ts'
import { holdRequests } from '../kit/browser/held-requests.ts'
import { previewBanner } from '../kit/browser/home-page.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { itemRow, rowButton, takeAction } from '../kit/browser/manage-page.ts'
import { makeOlder } from '../kit/browser/older-browser.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { images } from '../kit/photos/image-server.ts'
import { minimalItem, beanie } from '../kit/sample-items.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

async function openManage(page: Page, shop: RunningShop): Promise<void> {
  await openAsOwner(page, shop, '/manage')
  await expect(button(page, 'Edit')).toBeVisible()
}

/** A button in the row of the Harbour Beanie, or in its open menu. */
function button(page: Page, action: string) {
  return rowButton(page, action, 'Harbour Beanie')
}

function rowOf(page: Page) {
  return itemRow(page, 'Harbour Beanie')
}

test('/manage: the menu of a row in a browser as old as Safari 16.4: Escape, a tap beside it and each action close it', async ({
  page,
  shop,
}) => {
  await makeOlder(page)
  await page.setViewportSize({ width: 375, height: 667 })
  await addItem(shop.url, beanie)
  await openManage(page, shop)
  const more = button(page, 'More')
  const entry = button(page, 'Hide')
  await expect(page.getByRole('group', { name: 'More: Harbour Beanie' })).toHaveCount(0)

  await more.focus()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Mark as sold')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(entry).toHaveCount(0)
  await expect(more).toBeFocused()

  await more.click()
  await expect(entry).toBeVisible()
  await page.getByRole('heading', { name: 'Your pieces' }).click()
  await expect(entry).toHaveCount(0)

  await more.click()
  await entry.click()
  await expect(rowOf(page)).toContainText('Hidden')
  await expect(entry).toHaveCount(0)
  await expect(more).toBeFocused()
})

test.describe('/manage: a row, on a slow network and on none', () => {
  test.use({ allowedErrors: /net::ERR/ })

  test('sends no change twice, and says only that there is no connection; its menu is used by keyboard, and is always within the window', async ({
    page,
    context,
    shop,
  }) => {
    await addItem(shop.url, beanie)
    const alert = page.getByRole('alert')
    await test.step('a list that could not be read says so, and is read again by itself', async () => {
      await page.route('**/api/manage/items*', (route) => route.abort(), { times: 1 })
      await openAsOwner(page, shop, '/manage')
      await expect(alert).toContainText('No connection. Please try again.')
      await expect(button(page, 'Edit')).toBeVisible()
    })

    await test.step('one item is counted in the singular', async () => {
      await expect(page.getByText('1 piece', { exact: true })).toBeVisible()
      const search = page.getByRole('textbox', { name: 'Search your pieces' })
      await search.fill('scarf')
      await expect(page.getByText('0 of 1 piece', { exact: true })).toBeVisible()
      await search.fill('')
    })

    await test.step('the menu by keyboard', async () => {
      await useMenuByKeyboard(page)
      for (const action of ['Show', 'Mark as available']) await takeAction(page, action, 'Harbour Beanie')
      await expect(rowOf(page).getByText(/^(?:Sold|Hidden)$/)).toHaveCount(0)
    })

    await test.step('the menu is within a window that has room for it neither above nor below its button', async () => {
      await page.setViewportSize({ width: 1280, height: 560 })
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      await button(page, 'More').click()
      const menu = await page.getByRole('group', { name: 'More: Harbour Beanie' }).boundingBox()
      expect(menu?.y).toBeGreaterThanOrEqual(0)
      expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual(560)
      await button(page, 'Remove').click()
      await button(page, 'Restore').click()
      await expect(button(page, 'Edit')).toBeFocused()
    })

    await test.step('a row is aria-busy during a request, and sends no second one', async () => {
      const held = await holdRequests(page, '**/api/items/*')
      const row = page.getByRole('listitem').filter({ has: button(page, 'Edit') })
      await takeAction(page, 'Mark as sold', 'Harbour Beanie')
      await expect(row).toHaveAttribute('aria-busy', 'true')
      await button(page, 'More').click()
      await expect(button(page, 'Remove')).toBeDisabled()
      await button(page, 'Remove').press('Enter')
      await button(page, 'Mark as sold').press('Enter')
      await page.keyboard.press('Escape')
      held.release()
      await expect(row.getByText('Sold', { exact: true })).toBeVisible()
      await expect(row).toHaveAttribute('aria-busy', 'false')
      expect(held.count()).toBe(1)
    })

    await test.step('without a connection, the page says only that', async () => {
      await context.setOffline(true)
      await takeAction(page, 'Mark as available', 'Harbour Beanie')
      await expect(alert).toHaveText(/^That didn’t work: No connection\. Please try again\.×$/)
      await page.keyboard.press('Escape')
      await expect(alert).toHaveCount(0)
    })
  })
})

test.describe('/manage: the picture of a row', () => {
  test.use({ allowedErrors: /status of 404/ })

  test('a picture that is missing and then corrected is shown without a reload', async ({ page, shop }) => {
    await addItem(shop.url, { ...beanie, imageUrl: images.url('missing') })
    const missing = page.waitForResponse(images.url('missing'))
    await openManage(page, shop)
    await missing
    await expect(previewBanner(page)).toBeVisible()
    await button(page, 'Edit').click()
    await itemForm(page).field('Image URL').fill(images.url('scarf'))
    await page.getByRole('button', { name: 'Save changes' }).click()
    const picture = rowOf(page).locator('img')
    await expect(picture).toHaveAttribute('src', images.url('scarf'))
    await expect(picture).toHaveCSS('opacity', '1')
    await expect(rowOf(page)).not.toContainText('No picture')
  })
})

/** The menu opens, closes on Escape and gives the focus back, and each change is announced. */
async function useMenuByKeyboard(page: Page): Promise<void> {
  const announcement = (words: string) =>
    page.getByRole('status').or(page.getByRole('alert')).getByText(words, { exact: true })
  const more = button(page, 'More')
  const stepsTo = async (action: string) => {
    const names = await page.getByRole('group', { name: 'More: Harbour Beanie' }).getByRole('button').allTextContents()
    return names.slice(0, names.indexOf(action))
  }
  const act = async (action: string) => {
    await page.keyboard.press('Enter')
    await expect(button(page, 'Mark as sold').or(button(page, 'Mark as available'))).toBeFocused()
    for (const steps = await stepsTo(action); steps.length > 0; steps.pop()) await page.keyboard.press('Tab')
    await expect(button(page, action)).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await button(page, 'Edit').focus()
  await page.keyboard.press('Tab')
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Mark as sold')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await expect(button(page, 'Mark as sold')).toHaveCount(0)

  await act('Hide')
  await expect(announcement('Harbour Beanie is hidden.')).toBeAttached()
  await expect(more).toBeFocused()
  await act('Mark as made to order')
  await expect(announcement('Harbour Beanie is made to order.')).toBeAttached()
  await act('Mark as sold')
  await expect(announcement('Harbour Beanie is marked as sold.')).toBeAttached()
  await expect(page.getByRole('listitem').filter({ has: more })).toContainText('SoldHidden')
  await act('Remove')
  await expect(announcement('Harbour Beanie was removed.')).toBeAttached()
  await expect(button(page, 'Restore')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(announcement('Harbour Beanie was restored.')).toBeAttached()
  await expect(button(page, 'Edit')).toBeFocused()
}

/** Simulates leaving the page and returning to it. */
async function comeBack(page: Page): Promise<void> {
  for (const type of ['pagehide', 'pageshow']) {
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('${type}', { persisted: true }))`)
  }
}

test('/manage: late answers: a saved change takes neither the focus nor an open form, and no old list overwrites it', async ({
  page,
  shop,
}) => {
  const list = '**/api/manage/items'
  await addItems(shop.url, [minimalItem(), beanie])
  await openManage(page, shop)

  await test.step('a change that is saved late takes neither the focus nor a form that was opened meanwhile', async () => {
    const price = page.getByRole('textbox', { name: 'Price (LKR)' })
    const note = page.getByRole('textbox', { name: 'Note, only for you' })
    for (const [title, action, field] of [
      ['Plain Scarf', 'Change the price', price],
      ['Harbour Beanie', 'Reserve', note],
    ] as const) {
      const held = await holdRequests(page, '**/api/items/*')
      await takeAction(page, 'Change the price', 'Harbour Beanie')
      await price.fill(`10${title.length}`)
      await price.press('Enter')
      await expect.poll(() => held.count()).toBe(1)
      await rowOf(page).getByRole('button', { name: 'Cancel' }).click()
      await expect(button(page, 'Edit')).toBeFocused()
      await takeAction(page, action, title)
      await field.fill('12')
      held.release()
      await expect(rowOf(page)).toContainText(`LKR 1,0${title.length}`)
      await expect(field).toBeFocused()
      await expect(field).toHaveValue('12')
      await page.unroute('**/api/items/*')
      await itemRow(page, title).getByRole('button', { name: 'Cancel' }).click()
    }
  })

  await test.step('what is typed while a change is saved stays in its form, and is saved next', async () => {
    const price = page.getByRole('textbox', { name: 'Price (LKR)' })
    const held = await holdRequests(page, '**/api/items/*')
    await takeAction(page, 'Change the price', 'Harbour Beanie')
    await price.fill('1300')
    await price.press('Enter')
    await expect.poll(() => held.count()).toBe(1)
    await price.fill('1350')
    held.release()
    await expect(rowOf(page)).toContainText('LKR 1,300')
    await expect(price).toHaveValue('1350')
    await price.press('Enter')
    await expect(rowOf(page)).toContainText('LKR 1,350')
    await expect(price).toHaveCount(0)
  })

  await test.step('the list is fetched once on each return, and once after a change', async () => {
    await page.reload()
    await expect(button(page, 'Edit')).toBeVisible()
    let reads = 0
    page.on('request', (request) => (reads += request.url().endsWith('/api/manage/items') ? 1 : 0))
    const read = page.waitForResponse(list)
    const connected = page.waitForResponse('**/api/items/live')
    await comeBack(page)
    await Promise.all([read, connected])
    const readAgain = page.waitForResponse(list)
    await takeAction(page, 'Mark as sold', 'Harbour Beanie')
    await readAgain
    await expect(rowOf(page).getByText('Sold', { exact: true })).toBeVisible()
    expect(reads).toBe(2)
  })

  await test.step('an outdated list never overwrites a change', async () => {
    const [fetched, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let reads = 0
    await page.route(list, async (route) => {
      reads += 1
      if (reads > 1) return // Never answered, so no later response corrects the first.
      const response = await route.fetch()
      fetched.resolve()
      await released.promise
      await route.fulfill({ response })
    })
    await comeBack(page)
    await fetched.promise
    await takeAction(page, 'Hide', 'Harbour Beanie')
    await expect(rowOf(page)).toContainText('Hidden')
    const refetched = page.waitForRequest(list)
    released.resolve()
    await refetched
    await expect(rowOf(page)).toContainText('Hidden')
  })
})
