import type { Page } from '@playwright/test'

import { addItem, addItems } from '../kit/api-client.ts'
import { holdRequests } from '../kit/browser/held-requests.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { minimalItem, beanie } from '../kit/sample-items.ts'
import type { ShopProcess } from '../kit/shop/shop-process.ts'

async function openManage(page: Page, shop: ShopProcess): Promise<void> {
  await openAsOwner(page, shop, '/manage')
  await expect(button(page, 'Edit')).toBeVisible()
}

/** A button in the row of the Harbour Beanie. */
function button(page: Page, action: string) {
  return page.getByRole('button', { name: `${action}: Harbour Beanie`, exact: true })
}

test.describe('/manage: a row', () => {
  test.beforeEach(async ({ page, shop }) => {
    await addItem(shop.url, beanie)
    await openManage(page, shop)
  })

  test('one item is counted in the singular', async ({ page }) => {
    await expect(page.getByText('1 piece', { exact: true })).toBeVisible()
    await page.getByRole('textbox', { name: 'Search your pieces' }).fill('scarf')
    await expect(page.getByText('0 of 1 piece', { exact: true })).toBeVisible()
  })

  test('keyboard: the focus stays on the button, and each change is announced', async ({ page }) => {
    const announcement = (words: string) => page.getByRole('status').getByText(words, { exact: true })
    await button(page, 'Remove').focus()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Restore')).toBeFocused()
    await expect(announcement('Harbour Beanie was removed.')).toBeAttached()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Remove')).toBeFocused()
    await expect(announcement('Harbour Beanie was restored.')).toBeAttached()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(button(page, 'Show')).toBeFocused()
    await expect(announcement('Harbour Beanie is hidden.')).toBeAttached()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(button(page, 'Mark as available')).toBeFocused()
    await expect(announcement('Harbour Beanie is marked as sold.')).toBeAttached()
  })

  test('is aria-busy during a request, and sends no second request', async ({ page }) => {
    const held = await holdRequests(page, '**/api/items/*')
    const row = page.getByRole('listitem').filter({ has: button(page, 'Edit') })
    await button(page, 'Mark as sold').focus()
    await page.keyboard.press('Enter')
    await expect(row).toHaveAttribute('aria-busy', 'true')
    await expect(button(page, 'Remove')).toBeDisabled()
    await page.keyboard.press('Enter')
    await button(page, 'Remove').press('Enter')
    held.release()
    await expect(row.getByText('Sold', { exact: true })).toBeVisible()
    await expect(row).toHaveAttribute('aria-busy', 'false')
    expect(held.count()).toBe(1)
  })

  test.describe('without a connection', () => {
    test.use({ allowedErrors: /net::ERR/ })

    test('says only that there is no connection', async ({ page, context }) => {
      await context.setOffline(true)
      await button(page, 'Mark as sold').click()
      await expect(page.getByRole('alert')).toHaveText(/^That didn’t work: No connection\. Please try again\.×$/)
    })
  })
})

test.describe('/manage: the list', () => {
  const list = '**/api/manage/items'

  test.beforeEach(async ({ page, shop }) => {
    await addItems(shop.url, [minimalItem(), beanie])
    await openManage(page, shop)
  })

  /** Simulates leaving the page and returning to it. */
  async function comeBack(page: Page): Promise<void> {
    for (const type of ['pagehide', 'pageshow']) {
      await page.evaluate(`dispatchEvent(new PageTransitionEvent('${type}', { persisted: true }))`)
    }
  }

  test('is fetched once on each return, and once after a change', async ({ page }) => {
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

  test('an outdated response never overwrites a change', async ({ page }) => {
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
    await button(page, 'Mark as sold').click()
    await expect(button(page, 'Mark as available')).toBeVisible()
    const refetched = page.waitForRequest(list)
    released.resolve()
    await refetched
    await expect(button(page, 'Mark as available')).toBeVisible()
  })
})
