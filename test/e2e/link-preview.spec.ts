import type { Page } from '@playwright/test'

import { addItem, listItems, signUp } from '../kit/api-client.ts'
import { isLive } from '../kit/browser/home-page.ts'
import { itemForm, openForm } from '../kit/browser/item-form.ts'
import { itemRow, rowButton, takeAction } from '../kit/browser/manage-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { images } from '../kit/photos/image-server.ts'
import { drawPhoto, uploadPhoto, type SentPhoto } from '../kit/photos/photos.ts'

const noFault = 'No other problems found.'

function linkPreview(page: Page) {
  return page.getByRole('region', { name: 'Link preview' })
}

/** Uploads a photo as a new visitor. */
async function addPhoto(url: string): Promise<SentPhoto> {
  return uploadPhoto({ url, idToken: (await signUp(url)).idToken }, drawPhoto(1_600, 2_000))
}

async function save(page: Page, title: string, imageUrl: string): Promise<void> {
  const form = await openForm(page, {
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
    await save(page, 'Harbour Beanie', photo.url)
    await expect(page.getByRole('alert')).toContainText('Item added!')
    const preview = linkPreview(page)
    await expect(preview.getByText('This is how the link looks in WhatsApp.')).toBeVisible()
    await expect(preview.getByText('Harbour Beanie')).toBeVisible()
    await expect(preview.getByText('LKR 4,500 · Soft as a cloud')).toBeVisible()
    await expect(preview.getByText('localhost', { exact: true })).toBeVisible()
    await expect(preview.getByText(noFault)).toBeVisible()
    await expect(preview.getByText('WhatsApp can’t reach it yet: this shop is only on this computer.')).toBeVisible()
    const tops = await Promise.all([page.getByRole('article'), preview].map((one) => one.boundingBox()))
    expect(tops[0]?.y).toBeLessThan(tops[1]?.y ?? 0)
    const picture = preview.locator('img')
    await expect(picture).toHaveAttribute('src', shop.url + photo.preview)
    await expect(picture).toHaveJSProperty('naturalWidth', 1200)
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.reload()
    await isLive(page)
    expect(requested.filter((url) => url.endsWith('/preview'))).toEqual([])
    await expect(preview).toHaveCount(0)
  })

  test('shows its faults, and no image if WhatsApp shows none', async ({ page }) => {
    await save(page, 'Harbour Beanie', images.url('beanie'))
    const preview = linkPreview(page)
    await expect(preview.getByRole('listitem')).toContainText('The picture couldn’t be loaded. ')
    await expect(preview.getByText(noFault)).toHaveCount(0)
    await expect(preview.locator('img')).toHaveCount(0)
  })

  test('is not requested by the page of another visitor', async ({ page, otherVisitor, shop }) => {
    const photo = await addPhoto(shop.url)
    await save(page, 'Harbour Beanie', photo.url)
    await expect(linkPreview(page).getByText(noFault)).toBeVisible()
    const requested: string[] = []
    otherVisitor.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await otherVisitor.goto(new URL(page.url()).pathname)
    await isLive(otherVisitor)
    expect(requested.filter((path) => path.startsWith('/assets/') || path.endsWith('/preview'))).toEqual([])
    await expect(linkPreview(otherVisitor)).toHaveCount(0)
  })

  test.describe('when the check fails', () => {
    test.use({ allowedErrors: /429/ })
    test('shows a message, and the item', async ({ page }) => {
      const body = JSON.stringify({ error: { code: 'too-many-requests', message: 'Too many requests.' } })
      await page.route('**/api/items/*/preview', (route) => route.fulfill({ status: 429, body }))
      await save(page, 'Harbour Beanie', images.url('beanie'))
      await expect(linkPreview(page).getByRole('status')).toHaveText('The link couldn’t be checked: Too many requests.')
      await expect(page.getByRole('heading', { name: 'Harbour Beanie' })).toBeVisible()
    })
  })
})

test.describe('The link preview for owners', () => {
  test('of an item that was just saved has a link to edit it', async ({ page, shop }) => {
    await openAsOwner(page, shop, '/create')
    await save(page, 'Harbour Beanie', images.url('beanie'))
    const edit = linkPreview(page).getByRole('link', { name: 'Edit the piece' })
    await edit.click()
    await expect(page.getByRole('heading', { name: 'Edit Harbour Beanie' })).toBeFocused()
    await expect(page).toHaveURL(/\/manage\?edit=/)
    await expect(itemForm(page).field('Title')).toHaveValue('Harbour Beanie')
  })

  test('on /manage: opens below the item, and closes again', async ({ page, shop }) => {
    const photo = await addPhoto(shop.url)
    await addItem(shop.url, { title: 'Good Beanie', imageUrl: photo.url })
    await addItem(shop.url, { title: 'Faulty Beanie', imageUrl: images.url('beanie') })
    await openAsOwner(page, shop, '/manage')

    const good = page.getByRole('listitem').filter({ hasText: 'Good Beanie' })
    await takeAction(page, 'Link preview', 'Good Beanie')
    await expect(good.getByText(noFault)).toBeVisible()
    await expect(good.locator('.link-image')).toHaveAttribute('src', shop.url + photo.preview)

    const faulty = page.getByRole('listitem').filter({ hasText: 'Faulty Beanie' }).first()
    await takeAction(page, 'Link preview', 'Faulty Beanie')
    await expect(faulty.getByText('The picture couldn’t be loaded. ')).toBeVisible()

    await expect(good.getByRole('region', { name: 'Link preview: Good Beanie' })).toHaveCount(0)

    await faulty.getByRole('button', { name: 'Close link preview' }).click()
    await expect(page.getByRole('region', { name: /^Link preview/ })).toHaveCount(0)
    await expect(rowButton(page, 'Edit', 'Faulty Beanie')).toBeFocused()
  })

  test('on /manage: is shown after a change to the item is saved', async ({ page, shop }) => {
    const photo = await addPhoto(shop.url)
    await addItem(shop.url, { title: 'Good Beanie', imageUrl: photo.url })
    await openAsOwner(page, shop, '/manage')
    await page.getByRole('button', { name: 'Edit: Good Beanie' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Better Beanie')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const link = page.getByRole('region', { name: 'Link preview: Better Beanie' })
    await expect(link.getByText(noFault)).toBeVisible()
    await expect(link.getByText('Better Beanie')).toBeVisible()
  })

  test('on /manage: is not available for a hidden item', async ({ page, shop }) => {
    await addItem(shop.url, { title: 'Hidden Beanie', imageUrl: images.url('beanie') })
    await openAsOwner(page, shop, '/manage')
    await takeAction(page, 'Hide', 'Hidden Beanie')
    await expect(itemRow(page, 'Hidden Beanie').getByText('Hidden', { exact: true })).toBeVisible()
    await rowButton(page, 'More', 'Hidden Beanie').click()
    await expect(rowButton(page, 'Show', 'Hidden Beanie')).toBeVisible()
    for (const action of ['Link preview', 'Copy link', 'Share']) {
      await expect(rowButton(page, action, 'Hidden Beanie')).toHaveCount(0)
    }
    expect(await listItems(shop.url)).toEqual([])
  })
})
