import { addOwner, signInWithPassword } from '../kit/accounts.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { callApi } from '../kit/manage-client.ts'

test('/manage: an owner reads who was made an owner, until she dismisses it, and what she did herself for three days', async ({
  page,
  shop,
}) => {
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

  const idToken = await signInWithPassword(shop.url, 'nimal@example.com', 'a good password')
  const saving = { method: 'PUT', path: '/manage/shop', body: { name: 'Wool', whatsapp: '0771234568' }, version: '0' }
  expect((await callApi(shop.url, idToken, saving)).status).toBe(200)
  await page.reload()
  const own = page.locator('.notice').filter({ hasText: 'nimal@example.com changed the WhatsApp number to' })
  await expect(own).toContainText(
    /What was done with your own account stays here until \d+ \w+, in case it wasn’t you\./,
  )
  await expect(own.getByRole('button')).toHaveCount(0)
})
