import type { Page } from '@playwright/test'

import { addItem } from '../fixtures/api.ts'
import { becomeOwner } from '../fixtures/people.ts'
import { beanie } from '../fixtures/pieces.ts'
import { ownPlace, signInAsOwner } from '../fixtures/screens.ts'
import type { ShopProcess } from '../fixtures/shop-process.ts'
import { expect, test } from '../fixtures/shop.ts'

async function openManage(page: Page, shop: ShopProcess): Promise<void> {
  await becomeOwner(ownPlace(shop), 'maker@example.com')
  await signInAsOwner(page, 'maker@example.com', '/manage')
  await expect(button(page, 'Edit')).toBeVisible()
}

/** Of the row of the Harbour Beanie. */
function button(page: Page, action: string) {
  return page.getByRole('button', { name: `${action}: Harbour Beanie`, exact: true })
}

test.describe('A row of /manage', () => {
  test.beforeEach(async ({ page, shop, pictures }) => {
    await addItem(shop.url, beanie(pictures))
    await openManage(page, shop)
  })

  test.describe('without a connection', () => {
    test.use({ allowedFaults: /net::ERR/ })

    test('says no more than that: nothing was typed', async ({ page, context }) => {
      await context.setOffline(true)
      await button(page, 'Mark as sold').click()
      await expect(page.getByRole('alert')).toHaveText(/^Not done: No connection\. Please try again\.×$/)
    })
  })
})
