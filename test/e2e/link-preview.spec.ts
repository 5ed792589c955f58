import type { Page } from '@playwright/test'

import { addItem, listItems, signUp } from '../kit/api-client.ts'
import { holdAnswer } from '../kit/browser/held-requests.ts'
import { isLive } from '../kit/browser/home-page.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { itemRow, rowButton, takeAction } from '../kit/browser/manage-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { images } from '../kit/photos/image-server.ts'
import { drawPhoto, uploadPhoto } from '../kit/photos/photos.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

const noFault = 'No other problems found.'
const linkPreview = (page: Page) => page.getByRole('region', { name: 'Link preview', exact: true })

/** Uploads a photo as a new visitor. */
async function addPhoto(url: string) {
  return uploadPhoto({ url, idToken: (await signUp(url)).idToken }, drawPhoto(1_200, 1_500))
}

/** Saves an item with the form of the open page. */
async function save(page: Page, title: string, imageUrl: string): Promise<void> {
  const form = itemForm(page)
  await form.signedIn()
  await form.enter({
    Title: title,
    Tagline: 'Soft as a cloud',
    'Price (LKR)': '4,500',
    'Image URL': imageUrl,
  })
  await form.save.click()
  await expect(page).toHaveURL(/\/item\/[A-Za-z0-9]{20}$/)
}

test.describe('The link preview of an item that was just saved', () => {
  test.use({ stock: 'shared' })

  test('is shown once on the item page, as WhatsApp shows it', async ({ page, shop }) => {
    const photo = await addPhoto(shop.url)
    await page.goto('/create')
    const checked = await holdAnswer(page, '**/api/items/*/preview')
    await save(page, 'Harbour Beanie', photo.url)
    await expect(page.getByRole('alert')).toContainText('Item added!')
    const preview = linkPreview(page)
    const copyButton = preview.getByRole('button', { name: 'Copy link' })
    await checked.answered
    const copyPlace = await copyButton.boundingBox()
    checked.release()
    await expect(preview.getByText('This is how the link looks in WhatsApp.')).toBeVisible()
    await expect(preview.getByText('Harbour Beanie')).toBeVisible()
    await expect(preview.getByText('LKR 4,500 · Soft as a cloud')).toBeVisible()
    await expect(preview.getByText('localhost', { exact: true })).toBeVisible()
    await expect(preview.getByText(noFault)).toBeVisible()
    await expect(preview.getByText('WhatsApp can’t reach it yet: this shop is only on this computer.')).toBeVisible()
    expect(await copyButton.boundingBox(), 'where a finger may be already').toEqual(copyPlace)
    const tops = await Promise.all([page.getByRole('article'), preview].map((one) => one.boundingBox()))
    expect(tops[0]?.y).toBeLessThan(tops[1]?.y ?? 0)
    const picture = preview.locator('img')
    await expect(picture).toHaveAttribute('src', shop.url + photo.preview)
    await expect(picture).toHaveJSProperty('naturalWidth', 1200)
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.reload()
    await isLive(page)
    expect(requested.filter((path) => path.startsWith('/assets/') || path.endsWith('/preview'))).toEqual([])
    await expect(preview).toHaveCount(0)
  })
})

test.describe('The link preview for owners', () => {
  test.use({ allowedErrors: /429/ })

  test('shows faults with a link to edit the piece, comes again after a change, and from each row of the list that is not hidden', async ({
    page,
    shop,
  }) => {
    const photo = await addPhoto(shop.url)
    await addItem(shop.url, { title: 'Good Beanie', photos: [photo.id] })
    await openAsOwner(page, shop, '/create')
    await save(page, 'Harbour Beanie', images.url('beanie'))
    await test.step('its faults, without an image if WhatsApp shows none', async () => {
      await expect(linkPreview(page).getByRole('listitem')).toContainText('The picture couldn’t be loaded. ')
      await expect(linkPreview(page).getByText(noFault)).toHaveCount(0)
      await expect(linkPreview(page).locator('img')).toHaveCount(0)
    })
    await test.step('a change in the editor', async () => {
      await linkPreview(page).getByRole('link', { name: 'Edit the piece' }).click()
      await expect(page.getByRole('heading', { name: 'Edit Harbour Beanie' })).toBeFocused()
      await expect(page).toHaveURL(/\/manage\?edit=/)
      await expect(itemForm(page).field('Title')).toHaveValue('Harbour Beanie')
      await itemForm(page).field('Title').fill('Faulty Beanie')
      await page.getByRole('button', { name: 'Save changes' }).click()
      const link = page.getByRole('region', { name: 'Link preview: Faulty Beanie' })
      await expect(link.getByText('The picture couldn’t be loaded. ')).toBeVisible()
      await expect(link.getByText('Faulty Beanie')).toBeVisible()
    })
    await test.step('of other rows', () => expectLinkPreviewOfRow(page, shop, photo))
    await test.step('not of a hidden item', async () => {
      await takeAction(page, 'Hide', 'Faulty Beanie')
      await expect(itemRow(page, 'Faulty Beanie').getByText('Hidden', { exact: true })).toBeVisible()
      await rowButton(page, 'More', 'Faulty Beanie').click()
      await expect(rowButton(page, 'Show', 'Faulty Beanie')).toBeVisible()
      for (const action of ['Link preview', 'Copy link', 'Share']) {
        await expect(rowButton(page, action, 'Faulty Beanie')).toHaveCount(0)
      }
      expect((await listItems(shop.url)).map(({ title }) => title)).toEqual(['Good Beanie'])
    })
  })
})

/** Opens below the row, closes the one of another row, and says when the check fails. */
async function expectLinkPreviewOfRow(
  page: Page,
  shop: RunningShop,
  photo: { readonly id: string; readonly preview: string },
): Promise<void> {
  const good = itemRow(page, 'Good Beanie')
  const goodLink = page.getByRole('region', { name: 'Link preview: Good Beanie' })
  await expect(good.locator('img').first()).toHaveAttribute('src', `/photos/${photo.id}-180.webp`)
  await expect(good.locator('img').first()).toHaveJSProperty('naturalWidth', 180)
  const body = JSON.stringify({ error: { code: 'too-many-requests', message: 'Too many requests.' } })
  await page.route('**/api/items/*/preview', (route) => route.fulfill({ status: 429, body }), { times: 1 })
  await takeAction(page, 'Link preview', 'Good Beanie')
  await expect(goodLink.getByRole('status')).toHaveText('The link couldn’t be checked: Too many requests.')
  await expect(page.getByRole('region', { name: 'Link preview: Faulty Beanie' })).toHaveCount(0)
  await goodLink.getByRole('button', { name: 'Close link preview' }).click()
  await expect(page.getByRole('region', { name: /^Link preview/ })).toHaveCount(0)
  await expect(rowButton(page, 'Edit', 'Good Beanie')).toBeFocused()

  await takeAction(page, 'Link preview', 'Good Beanie')
  await expect(good.getByText(noFault)).toBeVisible()
  await expect(good.locator('.link-image')).toHaveAttribute('src', shop.url + photo.preview)
  await takeAction(page, 'Link preview', 'Faulty Beanie')
  await expect(itemRow(page, 'Faulty Beanie').getByText('The picture couldn’t be loaded. ')).toBeVisible()
  await expect(goodLink).toHaveCount(0)
}
