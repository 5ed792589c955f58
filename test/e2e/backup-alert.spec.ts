import { createOwner } from '../kit/accounts.ts'
import { addItem, sendItem } from '../kit/api-client.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { signIn } from '../kit/browser/sign-in.ts'
import { minimalItem } from '../kit/sample-items.ts'

/** Nobody can write here, not even root: `/dev/null` is not a folder. */
const env = { SHOP_BACKUP_DIR: '/dev/null/backups' }

test.describe('/manage: the shop cannot be backed up', () => {
  test.use({ shopScript: 'test/kit/shop/shop-with-frequent-backups.ts', shopEnv: env })

  test('an alert says what to do, waits for other messages, and stays dismissed', async ({ page, shop }) => {
    await addItem(shop.url, minimalItem('Harbour Beanie'))
    await expect.poll(async () => await (await fetch(`${shop.url}/healthz`)).text()).toContain('"ok":false')
    const email = 'owner@example.com'
    const idToken = await createOwner(shop, email)
    await signIn(page, '/manage', email)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('can’t write to its backup folder')
    await expect(alert).toContainText('There is no good backup yet. The shop tries again every hour.')

    await page.getByRole('button', { name: 'Edit: Harbour Beanie' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(alert).toHaveText(/^Changes saved\./)
    await alert.getByRole('button').click()
    await expect(alert).toContainText('can’t write to its backup folder')
    await alert.getByRole('button').click()
    await expect(alert).toHaveCount(0)

    // The page fetches the items, and the problem, again.
    expect((await sendItem(shop.url, idToken, minimalItem('Hill Beanie'))).status).toBe(201)
    await expect(page.getByRole('heading', { name: 'Hill Beanie' })).toBeVisible()
    await expect(alert).toHaveCount(0)
    await page.reload()
    await expect(alert).toContainText('can’t write to its backup folder')
  })
})
