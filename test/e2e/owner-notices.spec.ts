import { addOwner } from '../kit/accounts.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'

test('/manage: an owner reads who was made an owner, until she dismisses it', async ({ page, shop }) => {
  await addOwner(shop, 'mary@example.com')
  await openAsOwner(page, shop, '/manage', 'nimal@example.com')
  const notice = page.getByText('nimal@example.com is now an owner, added by the person who runs the shop.')
  await expect(notice).toBeVisible()
  const box = page.locator('.notice').filter({ has: notice })
  await expect(box).toContainText('If you don’t recognise a change, sign out everywhere')
  await box.getByRole('button').click()
  await expect(notice).toBeHidden()
  await page.reload()
  await expect(page.getByText('No pieces yet.')).toBeVisible()
  await expect(notice).toBeHidden()
})
