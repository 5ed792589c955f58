import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, listItems, signUp } from '../kit/api-client.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { embeddedAccess, signInAsOwner } from '../kit/browser/page-states.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { drawPhoto, uploadPhoto } from '../kit/photos/photos.ts'

const noFault = 'No problems found.'

function linkPreview(page: Page) {
  return page.getByRole('region', { name: 'Link preview' })
}

async function save(page: Page, title: string, imageUrl: string): Promise<void> {
  const form = itemForm(page)
  await form.open()
  await form.enter({ Title: title, Tagline: 'Soft as a cloud', 'Price (LKR)': '4,500', 'Image URL': imageUrl })
  await form.save.click()
  await expect(page).toHaveURL(/\/item\/[A-Za-z0-9]{20}$/)
}

/** Checks accessibility and width on a phone and a desktop, in light and dark colours. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    }
  }
}

test.describe('The link preview of an item that was just saved', () => {
  test('is shown once on the item page, as WhatsApp shows it', async ({ page, shop }) => {
    const photo = await uploadPhoto(
      { url: shop.url, idToken: (await signUp(shop.url)).idToken },
      drawPhoto(1_600, 2_000),
    )
    await save(page, 'Harbour Beanie', photo.url)
    await expect(page.getByRole('alert')).toContainText('Item added!')
    const preview = linkPreview(page)
    await expect(preview.getByText('This is how the link looks in WhatsApp.')).toBeVisible()
    await expect(preview.getByText('Harbour Beanie')).toBeVisible()
    await expect(preview.getByText('LKR 4,500 · Soft as a cloud')).toBeVisible()
    await expect(preview.getByText('localhost', { exact: true })).toBeVisible()
    await expect(preview.getByText(noFault)).toBeVisible()
    const picture = preview.locator('img')
    await expect(picture).toHaveAttribute('src', shop.url + photo.preview)
    await expect(picture).toHaveJSProperty('naturalWidth', 1200)
    await page.reload()
    await expect(page.getByText('Preview backend running')).toBeVisible()
    await expect(preview).toHaveCount(0)
  })

  test('shows its faults, and no image if WhatsApp shows none', async ({ page, images }) => {
    await save(page, 'Harbour Beanie', images.url('beanie'))
    const preview = linkPreview(page)
    await expect(preview.getByRole('listitem')).toContainText('The picture couldn’t be loaded: ')
    await expect(preview.getByText(noFault)).toHaveCount(0)
    await expect(preview.locator('img')).toHaveCount(0)
  })

  test('has a link for owners to edit the item', async ({ page, shop, images }) => {
    await createOwner(embeddedAccess(shop), 'owner@example.com')
    await signInAsOwner(page, 'owner@example.com', '/create')
    await save(page, 'Harbour Beanie', images.url('beanie'))
    const edit = linkPreview(page).getByRole('link', { name: 'Edit the piece' })
    await expect(edit).toBeVisible()
    await expectAccessible(page)
    expect((await edit.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await edit.click()
    await expect(page.getByRole('heading', { name: 'Edit Harbour Beanie' })).toBeFocused()
    await expect(page).toHaveURL('/manage')
    await expect(itemForm(page).field('Title')).toHaveValue('Harbour Beanie')
  })

  test('is not requested by the page of another visitor', async ({ page, otherVisitor, shop }) => {
    const photo = await uploadPhoto(
      { url: shop.url, idToken: (await signUp(shop.url)).idToken },
      drawPhoto(1_600, 2_000),
    )
    await save(page, 'Harbour Beanie', photo.url)
    await expect(linkPreview(page).getByText(noFault)).toBeVisible()
    const requested: string[] = []
    otherVisitor.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await otherVisitor.goto(new URL(page.url()).pathname)
    await expect(otherVisitor.getByText('Preview backend running')).toBeVisible()
    expect(requested.filter((path) => path.startsWith('/assets/') || path.startsWith('/api/items/A'))).toEqual([])
    await expect(linkPreview(otherVisitor)).toHaveCount(0)
  })

  test.describe('when the check fails', () => {
    test.use({ allowedErrors: /429/ })
    test('shows a message, and the item', async ({ page, images }) => {
      const body = JSON.stringify({ error: { code: 'too-many-requests', message: 'Too many requests.' } })
      await page.route('**/api/items/*/preview', (route) => route.fulfill({ status: 429, body }))
      await save(page, 'Harbour Beanie', images.url('beanie'))
      await expect(linkPreview(page).getByRole('status')).toHaveText('The link couldn’t be checked: Too many requests.')
      await expect(page.getByRole('heading', { name: 'Harbour Beanie' })).toBeVisible()
    })
  })
})

test('The link preview has no accessibility violations and is not wider than the page', async ({ page, shop }) => {
  const photo = await uploadPhoto({ url: shop.url, idToken: (await signUp(shop.url)).idToken }, drawPhoto(1_600, 2_000))
  await save(page, 'Harbour Beanie, knitted slowly from the wool of two sheep with very long names', photo.url)
  await expect(linkPreview(page).getByText(noFault)).toBeVisible()
  await expectAccessible(page)
})

test.describe('The link preview on /manage', () => {
  test('opens below the item, and closes again', async ({ page, shop, images }) => {
    const photo = await uploadPhoto(
      { url: shop.url, idToken: (await signUp(shop.url)).idToken },
      drawPhoto(1_600, 2_000),
    )
    await addItem(shop.url, { title: 'Good Beanie', imageUrl: photo.url })
    await addItem(shop.url, { title: 'Faulty Beanie', imageUrl: images.url('beanie') })
    await createOwner(embeddedAccess(shop), 'owner@example.com')
    await signInAsOwner(page, 'owner@example.com', '/manage')

    const good = page.getByRole('listitem').filter({ hasText: 'Good Beanie' })
    const button = good.getByRole('button', { name: 'Link preview: Good Beanie' })
    await button.click()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await expect(good.getByText(noFault)).toBeVisible()
    await expect(good.locator('.link-image')).toHaveAttribute('src', shop.url + photo.preview)

    const faulty = page.getByRole('listitem').filter({ hasText: 'Faulty Beanie' }).first()
    await faulty.getByRole('button', { name: 'Link preview: Faulty Beanie' }).click()
    await expect(faulty.getByText('The picture couldn’t be loaded: ')).toBeVisible()

    await expect(good.getByRole('region', { name: 'Link preview: Good Beanie' })).toHaveCount(0)

    await expectAccessible(page)
    await faulty.getByRole('button', { name: 'Link preview: Faulty Beanie' }).click()
    await expect(page.getByRole('region', { name: /^Link preview/ })).toHaveCount(0)
  })

  test('is shown after a change to the item is saved', async ({ page, shop }) => {
    const photo = await uploadPhoto(
      { url: shop.url, idToken: (await signUp(shop.url)).idToken },
      drawPhoto(1_600, 2_000),
    )
    await addItem(shop.url, { title: 'Good Beanie', imageUrl: photo.url })
    await createOwner(embeddedAccess(shop), 'owner@example.com')
    await signInAsOwner(page, 'owner@example.com', '/manage')
    await page.getByRole('button', { name: 'Edit: Good Beanie' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Better Beanie')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const link = page.getByRole('region', { name: 'Link preview: Better Beanie' })
    await expect(link.getByText(noFault)).toBeVisible()
    await expect(link.getByText('Better Beanie')).toBeVisible()
  })

  test('is not available for a hidden item', async ({ page, shop, images }) => {
    await addItem(shop.url, { title: 'Hidden Beanie', imageUrl: images.url('beanie') })
    await createOwner(embeddedAccess(shop), 'owner@example.com')
    await signInAsOwner(page, 'owner@example.com', '/manage')
    const button = page.getByRole('button', { name: 'Link preview: Hidden Beanie' })
    await expect(button).toBeVisible()
    await page.getByRole('button', { name: 'Hide: Hidden Beanie' }).click()
    await expect(button).toHaveCount(0)
    expect(await listItems(shop.url)).toEqual([])
  })
})
