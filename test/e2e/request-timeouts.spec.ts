import type { Page } from '@playwright/test'

import { listItems } from '../kit/api-client.ts'
import { openForm } from '../kit/browser/item-form.ts'
import { jpeg, photoField } from '../kit/browser/photo-field.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { plainPhoto } from '../kit/photos/photos.ts'

/** The page's timeouts are divided by this. */
const timeoutDivisor = 45

/** Never answers the browser's first request to a URL; later ones are not affected. */
async function stallFirst(page: Page, url: string): Promise<void> {
  let isFirst = true
  await page.route(url, async (route) => {
    if (!isFirst) await route.continue()
    isFirst = false
  })
}

test('Request timeout: the form stays usable, a photo is uploaded, and one item is added', async ({ page, shop }) => {
  await page.addInitScript((divisor) => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => timeout(ms / divisor)
  }, timeoutDivisor)
  await stallFirst(page, '**/api/me')
  const timedOut = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/me'))
  const form = await openForm(page, { Title: 'Harbour Beanie' })
  const field = photoField(page)

  await test.step('checking permission: the form stays usable', async () => {
    await timedOut
    await expect(form.save).toBeEnabled()
  })
  await test.step('uploading a photo: the upload is retried automatically', async () => {
    await stallFirst(page, '**/api/photos/*')
    await field.pick(jpeg('IMG_1.jpg', await plainPhoto('#822')))
    await expect(field.tile(1)).toContainText('Waiting for a connection. It will continue by itself.')
    await field.uploaded(1)
  })
  await test.step('saving an item: the timeout is reported, and saving again adds one item', async () => {
    await stallFirst(page, '**/api/items')
    await form.save.click()
    await expect(form.save).toHaveText('Saving…')
    const words = 'Failed to add item: No connection. Please try again.'
    await expect(form.alert.getByText(words, { exact: true })).toBeVisible()
    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
    expect(await listItems(shop.url)).toHaveLength(1)
  })
})
