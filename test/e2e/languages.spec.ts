import type { Page } from '@playwright/test'

import { sinhala } from '../../src/messages/sinhala.ts'
import { createOwner } from '../kit/accounts.ts'
import { addItem } from '../kit/api-client.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner, signIn } from '../kit/browser/sign-in.ts'
import { changeSettings } from '../kit/manage-client.ts'
import { minimalItem } from '../kit/sample-items.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

async function openInLanguages(shop: RunningShop, languages: string) {
  await changeSettings(shop.url, await createOwner(shop, 'owner@example.com'), { languages, whoMayAdd: 'anyone' })
}

const languageOf = (page: Page) => page.locator('html').getAttribute('lang')

test.describe('A shop in English and Sinhala', () => {
  test('the switch leads to the same page and back, and no page is wider than a phone', async ({ page, shop }) => {
    await openInLanguages(shop, 'en si ta')
    const { id } = await addItem(shop.url, minimalItem())
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`/item/${id}`)
    await page.getByRole('banner').getByRole('link', { name: 'සිංහල' }).click()
    await expect(page).toHaveURL(`/si/item/${id}`)
    expect(await languageOf(page)).toBe('si')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    const current = page.getByRole('banner').locator('[aria-current=true]')
    await expect(current).toHaveText('සිංහල')
    await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL(`/item/${id}`)
    expect(await languageOf(page)).toBe('en')
  })

  test('an open list stays in its language when it learns of a new piece; "Back" leads to it', async ({
    page,
    shop,
  }) => {
    await openInLanguages(shop, 'en si')
    await addItem(shop.url, minimalItem('First'))
    await page.goto('/si')
    await expect(page.locator('.preview-banner')).toContainText(sinhala.live.connected)
    const { id } = await addItem(shop.url, minimalItem('Second'))
    const card = page.locator(`[data-id="${id}"] h3 a`)
    await expect(card).toHaveAttribute('href', `/si/item/${id}`)
    await expect(page.locator('#catalogue-status')).toHaveText(/[\u0D80-\u0DFF]/)
    await card.click()
    await expect(page).toHaveURL(`/si/item/${id}`)
    await page.locator('.back').click()
    await expect(page).toHaveURL('/si')
  })

  test('"Back" on a page in another language than the list leads to the list in that language', async ({
    page,
    shop,
  }) => {
    await openInLanguages(shop, 'en si')
    const { id } = await addItem(shop.url, minimalItem())
    await page.goto('/pieces')
    await page.locator(`[data-id="${id}"] h3 a`).click()
    await page.getByRole('banner').getByRole('link', { name: 'සිංහල' }).click()
    await expect(page).toHaveURL(`/si/item/${id}`)
    await page.locator('.back').click()
    await expect(page).toHaveURL(/\/si(?:\/pieces)?$/)
  })

  test('an enquiry that is put together stays in its language', async ({ page, shop }) => {
    await openInLanguages(shop, 'en si')
    const { id } = await addItem(shop.url, { ...minimalItem(), size: 'S / M' })
    await page.goto('/si')
    await page.locator(`[data-id="${id}"] .add`).click()
    await page.locator('.asked').click()
    await expect(page).toHaveURL(`/si/enquiry?pieces=${id}`)
    await page.getByRole('link', { name: /^M: / }).click()
    await expect(page).toHaveURL(`/si/enquiry?pieces=${id}.M`)
    await page.goto(`/si/item/${id}`)
    await page.locator('.sizes label').filter({ hasText: 'S' }).click()
    expect(await page.evaluate('localStorage.enquiry')).toBe(`${id}.S`)
    await page.goto('/si/enquiry')
    await expect(page).toHaveURL(`/si/enquiry?pieces=${id}.S`)
    await page.locator('.entry > .plain-link').click()
    await expect(page).toHaveURL(/^[^?]*\/si\/enquiry\?/)
    expect(await page.evaluate('localStorage.enquiry')).toBe('')
  })

  test('signing in leads back to a page in its language', async ({ page, shop }) => {
    await openInLanguages(shop, 'en si')
    await signIn(page, '/si/pieces', 'owner@example.com')
    expect(await languageOf(page)).toBe('si')
  })

  test('pages are prerendered in every language of the shop', async ({ page, shop }) => {
    await openInLanguages(shop, 'si en')
    await page.goto('/en')
    const rules = (await page.locator('script[type="speculationrules"]').textContent()) ?? ''
    const { href_matches: patterns } = (
      JSON.parse(rules) as { prerender: { where: { or: { href_matches: string[] }[] } }[] }
    ).prerender[0]!.where.or[0]!
    const matches = (path: string) =>
      page.evaluate(`${JSON.stringify(patterns)}.some((each) =>
        new URLPattern(each, location.href).test(new URL('${path}', location.href)))`)
    for (const path of ['/', '/item/a', '/pieces', '/pieces/Hats', '/en', '/en/item/a', '/en/pieces/Hats']) {
      expect(await matches(path), path).toBe(true)
    }
    for (const path of ['/en/pieces?q=a', '/ta', '/create', '/en/enquiry'])
      expect(await matches(path), path).toBe(false)
  })
})

test('/manage/shop: the words of a notice are seen in every language at once', async ({ page, shop }) => {
  await openInLanguages(shop, 'en si ta')
  await signIn(page, '/manage/shop', 'owner@example.com')
  const main = page.getByRole('main')
  await main.getByRole('radio', { name: 'We’re closed' }).check()
  for (const label of ['In your own words', 'In your own words (සිංහල)', 'In your own words (தமிழ்)']) {
    await expect(main.getByLabel(label, { exact: true })).toBeVisible()
  }
  await main.getByLabel('In your own words (සිංහල)').fill('ජනවාරියේ නැවතත්')
  await main.getByRole('button', { name: 'Save changes' }).click()
  await expect(main.getByText('Saved. Visitors see it from their next page on.')).toBeVisible()
  await page.goto('/si')
  await expect(page.locator('.shop-notice')).toContainText('ජනවාරියේ නැවතත්')
})

test('/manage/shop: she chooses the languages and the first one, which visitors see at once', async ({
  page,
  shop,
}) => {
  await openAsOwner(page, shop, '/manage/shop')
  const main = page.getByRole('main')
  const first = main.getByRole('group', { name: 'First language' })
  await expect(first.getByRole('radio', { name: 'English' })).toBeChecked()
  await first.getByRole('radio', { name: 'සිංහල' }).click()
  await expect(main.getByRole('checkbox', { name: 'English' })).toBeChecked()
  await main.getByRole('checkbox', { name: 'தமிழ்' }).check()
  await main.getByRole('checkbox', { name: 'English' }).uncheck()
  await main.getByRole('button', { name: 'Save changes' }).click()
  await expect(main.getByText('Saved. Visitors see it from their next page on.')).toBeVisible()
  await page.goto('/')
  expect(await languageOf(page)).toBe('si')
  await page.getByRole('banner').getByRole('link', { name: 'தமிழ்' }).click()
  await expect(page).toHaveURL('/ta')
  await expect(page.getByRole('banner').getByRole('link', { name: 'English' })).toHaveCount(0)
  await page.goto('/manage/shop')
  await expect(first.getByRole('radio', { name: 'සිංහල' })).toBeChecked()
  expect(await languageOf(page)).toBe('en')
})

test.describe('/manage: names of a category', () => {
  test.use({ allowedErrors: /net::ERR/ })

  test('that could not be loaded are no empty fields, and can be asked for again', async ({ page, shop }) => {
    await openInLanguages(shop, 'en si')
    await addItem(shop.url, { ...minimalItem(), category: 'Hats' })
    await page.route('**/api/manage/category-names?*', (route) => route.abort())
    await signIn(page, '/manage', 'owner@example.com')
    await page.locator('.categories summary').press('Enter')
    await page.getByRole('button', { name: 'Names in other languages: Hats' }).click()
    const alert = page.locator('.categories').getByRole('alert')
    await expect(alert).not.toBeEmpty()
    await expect(page.getByLabel('Name in සිංහල')).toHaveCount(0)
    await page.unroute('**/api/manage/category-names?*')
    await alert.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Names in other languages: Hats' }).click()
    await expect(page.locator('.categories').getByRole('textbox').first()).toBeVisible()
  })
})
