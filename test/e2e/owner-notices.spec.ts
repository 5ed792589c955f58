import { addOwner } from '../kit/accounts.ts'
import { addItem } from '../kit/api-client.ts'
import { blockDrafts } from '../kit/browser/blocked-drafts.ts'
import { holdAnswer } from '../kit/browser/held-requests.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { readLayoutShifts } from '../kit/browser/layout-shifts.ts'
import { itemRow } from '../kit/browser/manage-page.ts'
import { nextFrame } from '../kit/browser/resize.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { changeSettings } from '../kit/manage-client.ts'
import { beanie } from '../kit/sample-items.ts'

test('/manage: an owner reads who was made an owner, until she dismisses it, and what she did herself for three days; and that there is no backup', async ({
  page,
  shop,
}) => {
  await addOwner(shop, 'mary@example.com')
  const idToken = await openAsOwner(page, shop, '/manage', 'nimal@example.com')
  const notice = page.getByText('nimal@example.com is now an owner, added by the person who runs the shop.')
  await expect(notice).toBeVisible()
  await expect(page.getByText('This shop isn’t backed up.')).toBeVisible() // Without SHOP_BACKUP_DIR.
  const box = page.locator('.notice').filter({ has: notice })
  await expect(box).toContainText('If you don’t recognise a change, sign out everywhere')
  await box.getByRole('button').click()
  await expect(notice).toBeHidden()

  await changeSettings(shop.url, idToken, { whatsapp: '0771234568' })
  await page.reload()
  const own = page.locator('.notice').filter({ hasText: 'nimal@example.com changed the WhatsApp number to' })
  await expect(own).toContainText(
    /What was done with your own account stays here until \d+ \w+, in case it wasn’t you\./,
  )
  await expect(own.getByRole('button')).toHaveCount(0)
  await expect(notice).toBeHidden()
})

test.describe('/manage: notices', () => {
  test.use({ allowedErrors: /status of 503/ })

  test('move no row when they come late, and are read again, once the list is there, if they could not be', async ({
    page,
    shop,
  }) => {
    await addItem(shop.url, beanie)
    await addOwner(shop, 'mary@example.com')
    await openAsOwner(page, shop, '/robots.txt', 'nimal@example.com')
    const row = itemRow(page, 'Harbour Beanie')
    const notice = page.getByText('is now an owner')
    await test.step('late', async () => {
      const noticed = await holdAnswer(page, '**/api/manage/notices')
      const listed = page.waitForResponse('**/api/manage/items')
      await page.goto('/manage')
      await Promise.all([listed, noticed.answered])
      await nextFrame(page)
      await expect(row).toHaveCount(0)
      noticed.release()
      await expect(notice).toBeVisible()
      await expect(row).toBeVisible()
      const moved = await page.evaluate<(string | undefined)[]>(readLayoutShifts)
      expect(moved.filter((element) => element?.includes('item-row'))).toEqual([])
    })
    await test.step('could not be read', async () => {
      const failed = page.waitForResponse((answer) => answer.status() === 503)
      await page.route('**/api/manage/notices', (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 })
      await page.reload()
      await failed
      await expect(row).toBeVisible()
      await expect(notice).toBeVisible()
    })
  })
})

test('/manage: a piece that was typed and not saved is there with the list: it is read meanwhile', async ({
  page,
  shop,
}) => {
  await addItem(shop.url, beanie)
  await openAsOwner(page, shop, '/create')
  const form = itemForm(page)
  await form.signedIn()
  await form.enter({ Title: 'Half a scarf' })
  const listed = await holdAnswer(page, '**/api/manage/items')
  await page.goto('/manage')
  await listed.answered
  const free = await blockDrafts(page) // What reads them from now on waits.
  listed.release()
  await expect(itemRow(page, 'Harbour Beanie')).toBeVisible()
  await expect(page.getByText('Half a scarf isn’t saved yet.')).toBeVisible()
  await free()
})
