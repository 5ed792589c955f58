import type { Page } from '@playwright/test'

import { listItems } from '../kit/api-client.ts'
import { openForm } from '../kit/browser/item-form.ts'
import { jpeg, photoField } from '../kit/browser/photo-field.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { plainPhoto } from '../kit/photos/photos.ts'

/** Requests time out when `endTimeouts` is called, and not by themselves. */
const heldTimeouts = `{
  const pending = []
  AbortSignal.timeout = () => {
    const timeout = new AbortController()
    pending.push(timeout)
    return timeout.signal
  }
  globalThis.endTimeouts = () => {
    for (const each of pending.splice(0)) each.abort(new DOMException('It took too long.', 'TimeoutError'))
  }
}`

/** Never answers the browser's first request to a URL; later ones are not affected. @returns when it has been sent. */
async function stallFirst(page: Page, url: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, () => resolve(), { times: 1 })
  return () => promise
}

const endTimeouts = (page: Page) => page.evaluate('endTimeouts()')

test('Request timeout: the form stays usable, a photo is uploaded, and one item is added', async ({ page, shop }) => {
  await page.addInitScript(heldTimeouts)
  const permission = await stallFirst(page, '**/api/me')
  const form = await openForm(page, { Title: 'Harbour Beanie' })
  const field = photoField(page)

  await test.step('checking permission: the form stays usable', async () => {
    await permission()
    await endTimeouts(page)
    await expect(form.save).toBeEnabled()
  })
  await test.step('uploading a photo: the upload is retried automatically', async () => {
    const upload = await stallFirst(page, '**/api/photos/*')
    await field.pick(jpeg('IMG_1.jpg', await plainPhoto('#822')))
    await upload()
    await endTimeouts(page)
    await expect(field.tile(1)).toContainText('Waiting for a connection. It will continue by itself.')
    await field.uploaded(1)
  })
  await test.step('saving an item: the timeout is reported, and saving again adds one item', async () => {
    const saving = await stallFirst(page, '**/api/items')
    await form.save.click()
    await saving()
    await expect(form.save).toHaveText('Saving…')
    await endTimeouts(page)
    const words = 'Failed to add item: No connection. Please try again.'
    await expect(form.alert.getByText(words, { exact: true })).toBeVisible()
    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
    expect(await listItems(shop.url)).toHaveLength(1)
  })
})
