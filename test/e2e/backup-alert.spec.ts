import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addItem, sendItem } from '../kit/api-client.ts'
import { findViolations } from '../kit/browser/accessibility.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { minimalItem } from '../kit/sample-items.ts'

test.describe('/manage: the daily backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stockinette-backups-'))
  const backups = join(folder, 'backups')
  test.use({ shopScript: 'test/kit/shop/shop-with-frequent-backups.ts', shopEnv: { SHOP_BACKUP_DIR: backups } })
  test.beforeAll(() => writeFileSync(backups, 'a file in place of the folder'))
  test.afterAll(() => rmSync(folder, { recursive: true }))

  test('a notice in the page says that it fails and what to do, and stays dismissed; later, the page says when it was made', async ({
    page,
    shop,
  }) => {
    /** Waits until the last backup has failed or succeeded. Its thread takes only what other processes leave of the processor. */
    const backedUp = async (isOk: boolean) => {
      const readHealth = async () => await (await fetch(`${shop.url}/healthz`)).text()
      await expect.poll(readHealth, { timeout: 120_000 }).toContain(`"ok":${isOk}`)
    }
    await addItem(shop.url, minimalItem('Harbour Beanie'))
    await backedUp(false)
    const idToken = await openAsOwner(page, shop, '/manage')
    /** After a new item, the page fetches the items, and the state of the backups, again. */
    const addAnother = async (title: string) => {
      expect((await sendItem(shop.url, idToken, minimalItem(title))).status).toBe(201)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    }
    const notice = page.getByRole('status').filter({ hasText: 'can’t write to its backup folder' })
    await expect(notice).toContainText('The shop tries again every hour.')
    // A part of the page: it is below the heading, and moves with it.
    const heading = await page.getByRole('heading', { name: 'Your pieces' }).boundingBox()
    const box = await notice.boundingBox()
    expect(box?.y).toBeGreaterThan((heading?.y ?? 0) + (heading?.height ?? 0))
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toHaveCount(0)
    // Where the first step 'Have the shop backed up' leads.
    await expect(page.locator('#backup')).toHaveText('There is no good backup yet.')
    await addAnother('Hill Beanie')
    await expect(notice).toHaveCount(0)
    await page.reload()
    await expect(notice).toBeVisible()

    rmSync(backups)
    await backedUp(true)
    await addAnother('Lake Beanie')
    await expect(page.getByText(/^Last backup: (?:today|yesterday)$/)).toBeVisible()
    await expect(notice).toHaveCount(0)
    expect(await findViolations(page)).toEqual([])
  })
})
