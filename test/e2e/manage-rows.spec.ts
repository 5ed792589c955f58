import type { Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, addItems } from '../kit/api-client.ts'
import { embeddedAccess, signInAsOwner } from '../kit/browser/page-states.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { minimalItem, beanie } from '../kit/sample-items.ts'
import type { ShopProcess } from '../kit/shop/shop-process.ts'

async function openManage(page: Page, shop: ShopProcess): Promise<void> {
  await createOwner(embeddedAccess(shop), 'maker@example.com')
  await signInAsOwner(page, 'maker@example.com', '/manage')
  await expect(button(page, 'Edit')).toBeVisible()
}

/** Of the row of the Harbour Beanie. */
function button(page: Page, action: string) {
  return page.getByRole('button', { name: `${action}: Harbour Beanie`, exact: true })
}

test.describe('A row of /manage', () => {
  test.beforeEach(async ({ page, shop, images }) => {
    await addItem(shop.url, beanie(images))
    await openManage(page, shop)
  })

  test('is counted as one', async ({ page }) => {
    await expect(page.getByText('1 piece', { exact: true })).toBeVisible()
    await page.getByRole('textbox', { name: 'Search your pieces' }).fill('scarf')
    await expect(page.getByText('0 of 1 piece', { exact: true })).toBeVisible()
  })

  test('by keyboard: the focus stays where it was, and what was done is said', async ({ page }) => {
    const said = (words: string) => page.getByRole('status').getByText(words, { exact: true })
    await button(page, 'Remove').focus()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Restore')).toBeFocused()
    await expect(said('Harbour Beanie was removed.')).toBeAttached()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Remove')).toBeFocused()
    await expect(said('Harbour Beanie was restored.')).toBeAttached()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(button(page, 'Show')).toBeFocused()
    await expect(said('Harbour Beanie is hidden.')).toBeAttached()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(button(page, 'Mark as available')).toBeFocused()
    await expect(said('Harbour Beanie is marked as sold.')).toBeAttached()
  })

  test('shows that it is at work, and does nothing else meanwhile', async ({ page }) => {
    const held = Promise.withResolvers<void>()
    let asked = 0
    await page.route('**/api/items/*', async (route) => {
      asked += 1
      await held.promise
      await route.continue()
    })
    const row = page.getByRole('listitem').filter({ has: button(page, 'Edit') })
    await button(page, 'Mark as sold').focus()
    await page.keyboard.press('Enter')
    await expect(row).toHaveAttribute('aria-busy', 'true')
    await expect(button(page, 'Remove')).toBeDisabled()
    await page.keyboard.press('Enter')
    await button(page, 'Remove').press('Enter')
    held.resolve()
    await expect(row.getByText('Sold', { exact: true })).toBeVisible()
    await expect(row).toHaveAttribute('aria-busy', 'false')
    expect(asked).toBe(1)
  })

  test.describe('without a connection', () => {
    test.use({ allowedErrors: /net::ERR/ })

    test('says no more than that: nothing was typed', async ({ page, context }) => {
      await context.setOffline(true)
      await button(page, 'Mark as sold').click()
      await expect(page.getByRole('alert')).toHaveText(/^That didn’t work: No connection\. Please try again\.×$/)
    })
  })
})

test.describe('The list of /manage', () => {
  const list = '**/api/manage/items'

  test.beforeEach(async ({ page, shop, images }) => {
    await addItems(shop.url, [minimalItem(images), beanie(images)])
    await openManage(page, shop)
  })

  /** As when a browser's tab is left and looked at again. */
  async function comeBack(page: Page): Promise<void> {
    for (const type of ['pagehide', 'pageshow']) {
      await page.evaluate(`dispatchEvent(new PageTransitionEvent('${type}', { persisted: true }))`)
    }
  }

  test('is read once on each return, and once after a change', async ({ page }) => {
    let reads = 0
    page.on('request', (request) => (reads += request.url().endsWith('/api/manage/items') ? 1 : 0))
    const read = page.waitForResponse(list)
    const connected = page.waitForResponse('**/api/items/live')
    await comeBack(page)
    await Promise.all([read, connected])
    const readAgain = page.waitForResponse(list)
    await button(page, 'Mark as sold').click()
    await readAgain
    await expect(button(page, 'Mark as available')).toBeVisible()
    expect(reads).toBe(2)
  })

  test('never goes back to before a change that was made in it', async ({ page }) => {
    const [fetched, old] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let reads = 0
    await page.route(list, async (route) => {
      reads += 1
      if (reads > 1) return // Never answered: nothing mends what the first one brings.
      const response = await route.fetch()
      fetched.resolve()
      await old.promise
      await route.fulfill({ response })
    })
    await comeBack(page)
    await fetched.promise
    await button(page, 'Mark as sold').click()
    await expect(button(page, 'Mark as available')).toBeVisible()
    const askedAgain = page.waitForRequest(list)
    old.resolve()
    await askedAgain
    await expect(button(page, 'Mark as available')).toBeVisible()
  })
})
