import { disconnectedText, openHome, previewBanner, runningText } from '../kit/browser/home-page.ts'
import { expect, test as base } from '../kit/browser/shop-fixtures.ts'
import { startCloudShop, type CloudShop } from '../kit/shop/cloud-shop.ts'

const test = base.extend<object, { cloud: CloudShop }>({
  cloud: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern, even an empty one.
    async ({}, use) => {
      await using cloud = await startCloudShop(1)
      await use(cloud)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ cloud }, use) => use(cloud.shops[0]?.url),
})

/** The shop checks every few seconds, and Google's client waits up to ten seconds before it reconnects. */
const longTimeout = { timeout: 30_000 }

test.describe('2. Preview banner, in the cloud', () => {
  test("shows 'disconnected' while Firestore cannot be reached, and 'running' afterwards", async ({ cloud, page }) => {
    await openHome(page)
    const banner = previewBanner(page)
    cloud.firestore.stop()
    await expect(banner).toContainText(disconnectedText, longTimeout)
    await page.reload()
    await expect(banner).toContainText(disconnectedText, longTimeout)
    await cloud.firestore.startAgain()
    await expect(banner).toContainText(runningText, longTimeout)
  })
})
