import { expect, test as base } from '../kit/browser/shop-fixtures.ts'
import { startCloudShop } from '../kit/shop/cloud-shop.ts'
import type { CloudShop } from '../kit/shop/cloud-shop.ts'

const test = base.extend<object, { cloud: CloudShop }>({
  cloud: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that nothing is needed.
    async ({}, use) => {
      await using cloud = await startCloudShop(1)
      await use(cloud)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ cloud }, use) => use(cloud.shops[0]?.url),
})

/** The shop asks every few seconds, and Google's client waits for up to ten before it connects again. */
const patience = { timeout: 30_000 }

test.describe('2. Preview banner, in the cloud', () => {
  test('says that the backend is disconnected while Firestore is not reachable, and that it is back', async ({
    cloud,
    page,
  }) => {
    await page.goto('/')
    const banner = page.getByRole('status').filter({ hasText: 'Preview backend' })
    await expect(banner).toContainText('Preview backend running in this workspace.')
    cloud.firestore.stop()
    await expect(banner).toContainText('Preview backend disconnected.', patience)
    await page.reload()
    await expect(banner).toContainText('Preview backend disconnected.', patience)
    await cloud.firestore.startAgain()
    await expect(banner).toContainText('Preview backend running in this workspace.', patience)
  })
})
