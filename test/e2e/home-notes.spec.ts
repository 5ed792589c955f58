import { createOwner } from '../kit/accounts.ts'
import { addItem } from '../kit/api-client.ts'
import { findViolations, looksWithTablet } from '../kit/browser/accessibility.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { callApi } from '../kit/manage-client.ts'
import { addItemWithPhotos } from '../kit/photos/item-with-photos.ts'
import { beanie, minimalItem } from '../kit/sample-items.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

const settings = {
  headline: 'Wool for the hills',
  place: 'Nuwara Eliya',
  about: 'I am Nimali.\nVisit https://fair.example on Sundays.\n\nThe wool comes from Kandy.',
  delivery: 'LKR 450 by courier.',
  whatsapp: '94771234568',
  instagram: 'https://www.instagram.com/nimali.knits',
}

test('The home page says who makes the items, how they are delivered, and how to reach the shop, once an owner has written it', async ({
  page,
  shop,
}) => {
  await addItem(shop.url, beanie)
  await page.goto('/')
  for (const name of ['Who makes this', 'Delivery and payment']) await expect(page.getByText(name)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Contact' })).toHaveCount(0)

  const { photos } = await addItemWithPhotos(shop.url, { newItem: minimalItem('Chosen'), width: 500 })
  await addItemWithPhotos(shop.url, { newItem: minimalItem('Newest') })
  const chosen = photos[0]?.id ?? ''
  await changeSettings(shop, { ...settings, heroPhoto: chosen, aboutPhoto: chosen })
  await page.reload()
  await expect(page.getByRole('heading', { name: settings.headline })).toBeVisible()
  await expect(page.locator('.hero-photo picture img')).toHaveAttribute('src', new RegExp(chosen))
  await expect(page.locator('.hero-photo picture img')).toHaveAttribute('fetchpriority', 'high')
  await expect(page.getByRole('article').locator('[fetchpriority]')).toHaveCount(0)

  const about = page.locator('section', { has: page.getByRole('heading', { name: 'Who makes this' }) })
  await expect(about.getByText('I am Nimali.')).toBeVisible()
  await expect(about.getByRole('link', { name: 'https://fair.example' })).toHaveAttribute('href', /^https:\/\/fair/)
  await expect(about.locator('img')).toHaveAttribute('src', new RegExp(chosen))
  await expect(about.getByText('The wool comes from Kandy.')).toBeHidden()
  await about.getByText('Read more').click()
  await expect(about.getByText('The wool comes from Kandy.')).toBeVisible()
  await expect(page.getByText(settings.delivery)).toBeVisible()

  const contact = page.getByRole('region', { name: 'Contact' })
  await expect(contact).toContainText(settings.place)
  await expect(contact.getByRole('link', { name: 'WhatsApp +94 77 123 4568' })).toHaveAttribute(
    'href',
    /wa\.me\/94771234568$/,
  )
  await expect(contact.getByRole('link', { name: 'Instagram @nimali.knits' })).toHaveAttribute(
    'href',
    settings.instagram,
  )
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  }
  expect(await findViolations(page, looksWithTablet)).toEqual([])
})

/** Changes these settings, as an owner. */
async function changeSettings(shop: RunningShop, changes: object): Promise<void> {
  const owner = await createOwner(shop, 'owner@example.com')
  const path = '/manage/shop'
  const before = await callApi(shop.url, owner, { method: 'GET', path })
  const version = before.headers.get('ETag')?.replaceAll('"', '') ?? ''
  const body = { ...((await before.json()) as object), ...changes }
  const answer = await callApi(shop.url, owner, { method: 'PUT', path, body, version })
  expect(answer.status).toBe(200)
}
