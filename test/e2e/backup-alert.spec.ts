import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addOwner, createOwner } from '../kit/accounts.ts'
import { addItem, sendItem } from '../kit/api-client.ts'
import { findViolations } from '../kit/browser/accessibility.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { signIn } from '../kit/browser/sign-in.ts'
import { minimalItem } from '../kit/sample-items.ts'

/** Nobody can write here, not even root: `/dev/null` is not a folder. */
const env = { SHOP_BACKUP_DIR: '/dev/null/backups' }

test.describe('/manage: the shop cannot be backed up', () => {
  test.use({ shopScript: 'test/kit/shop/shop-with-frequent-backups.ts', shopEnv: env })

  test('a notice in the page says what to do, and stays dismissed', async ({ page, shop }) => {
    await addItem(shop.url, minimalItem('Harbour Beanie'))
    await expect.poll(async () => await (await fetch(`${shop.url}/healthz`)).text()).toContain('"ok":false')
    const email = 'owner@example.com'
    const idToken = await createOwner(shop, email)
    await signIn(page, '/manage', email)
    const notice = page.getByRole('status').filter({ hasText: 'can’t write to its backup folder' })
    await expect(notice).toContainText('There is no good backup yet. The shop tries again every hour.')
    // A part of the page: it is below the heading, and moves with it.
    const [heading, box] = [
      await page.getByRole('heading', { name: 'Your pieces' }).boundingBox(),
      await notice.boundingBox(),
    ]
    expect(box?.y).toBeGreaterThan((heading?.y ?? 0) + (heading?.height ?? 0))
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toHaveCount(0)

    // The page fetches the items, and the problem, again.
    expect((await sendItem(shop.url, idToken, minimalItem('Hill Beanie'))).status).toBe(201)
    await expect(page.getByRole('heading', { name: 'Hill Beanie' })).toBeVisible()
    await expect(notice).toHaveCount(0)
    await page.reload()
    await expect(notice).toBeVisible()
  })
})

test('/manage: a shop without SHOP_BACKUP_DIR says that it is not backed up', async ({ page, shop }) => {
  await addOwner(shop, 'owner@example.com')
  await signIn(page, '/manage', 'owner@example.com')
  await expect(page.getByText('This shop isn’t backed up.')).toBeVisible()
})

test.describe('/manage: the shop is backed up', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stockinette-backups-'))
  test.use({
    shopScript: 'test/kit/shop/shop-with-frequent-backups.ts',
    shopEnv: { SHOP_BACKUP_DIR: folder },
  })
  test.afterAll(() => rmSync(folder, { recursive: true }))

  test('it says when', async ({ page, shop }) => {
    // The thread of a backup takes only what other processes leave of the processor.
    const readHealth = async () => await (await fetch(`${shop.url}/healthz`)).text()
    await expect.poll(readHealth, { timeout: 60_000 }).toContain('"ok":true')
    await addOwner(shop, 'owner@example.com')
    await signIn(page, '/manage', 'owner@example.com')
    await expect(page.getByText(/^Last backup: (?:today|yesterday)$/)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
  })
})
