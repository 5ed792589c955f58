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

test.describe('A shop in several languages', () => {
  test('a list stays in its language when it learns of a new piece, and so do "Back", the switch, an enquiry and a sign-in', async ({
    page,
    shop,
  }) => {
    await openInLanguages(shop, 'en si ta')
    await addItem(shop.url, minimalItem('First'))
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/si')
    await expect(page.locator('.preview-banner')).toContainText(sinhala.live.connected)
    const { id } = await addItem(shop.url, { ...minimalItem('Second'), size: 'S / M' })
    const card = page.locator(`h3 a[href$="${id}"]`)
    await expect(card).toHaveAttribute('href', `/si/item/${id}`)
    await expect(page.locator('#catalogue-status')).toHaveText(/[\u0D80-\u0DFF]/)
    await card.click()
    await expect(page).toHaveURL(`/si/item/${id}`)
    await page.locator('.back').click()
    await expect(page).toHaveURL('/si')
    await test.step('an enquiry that is put together', () => expectEnquiry(page, id))
    await test.step('the switch leads to the same page, and "Back" to the list in its language', async () => {
      await page.goto('/pieces')
      await page.locator(`h3 a[href$="${id}"]`).click()
      await page.getByRole('banner').getByRole('link', { name: 'සිංහල' }).click()
      await expect(page).toHaveURL(`/si/item/${id}`)
      expect(await languageOf(page)).toBe('si')
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
      await page.locator('.back').click()
      await expect(page).toHaveURL(/\/si(?:\/pieces)?$/)
    })
    await test.step('signing in leads back to a page in its language', async () => {
      await signIn(page, '/si/pieces', 'owner@example.com')
      expect(await languageOf(page)).toBe('si')
    })
    await test.step('on paper, there is no switch', async () => {
      await expect(page.locator('.languages')).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await expect(page.locator('.languages')).toBeHidden()
    })
  })
})

/** Puts an item into the enquiry, from the Sinhala list and from its page. */
async function expectEnquiry(page: Page, id: string): Promise<void> {
  await page.locator(`a[href$="${id}"] + .add`).click()
  await page.locator('.asked').click()
  await expect(page).toHaveURL(`/si/enquiry?pieces=${id}`)
  await page.getByRole('link', { name: /^M: / }).click()
  await expect(page).toHaveURL(`/si/enquiry?pieces=${id}.M#piece-${id}`)
  await page.goto(`/si/item/${id}`)
  await page.locator('.sizes label').filter({ hasText: 'S' }).click()
  expect(await page.evaluate('localStorage.enquiry')).toBe(`${id}.S`)
  await page.goto('/si/enquiry')
  await expect(page).toHaveURL(`/si/enquiry?pieces=${id}.S`)
  await page.locator('.entry > .plain-link').click()
  await expect(page).toHaveURL(/^[^?]*\/si\/enquiry\?/)
  expect(await page.evaluate('localStorage.enquiry')).toBe('')
}

test('/manage/shop: she chooses the languages and the first one, and the words of a notice in each; visitors see them at once', async ({
  page,
  shop,
}) => {
  await openAsOwner(page, shop, '/manage/shop')
  const main = page.getByRole('main')
  const save = async () => {
    await main.getByRole('button', { name: 'Save changes' }).click()
    await expect(main.getByText('Saved. Visitors see it from their next page on.')).toBeVisible()
  }
  const first = main.getByRole('group', { name: 'First language' })
  await expect(first.getByRole('radio', { name: 'English' })).toBeChecked()
  await first.getByRole('radio', { name: 'සිංහල' }).click()
  await expect(main.getByRole('checkbox', { name: 'English' })).toBeChecked()
  await main.getByRole('checkbox', { name: 'தமிழ்' }).check()
  await main.getByRole('checkbox', { name: 'English' }).uncheck()
  await save()
  await page.goto('/')
  expect(await languageOf(page)).toBe('si')
  await page.getByRole('banner').getByRole('link', { name: 'தமிழ்' }).click()
  await expect(page).toHaveURL('/ta')
  await expect(page.getByRole('banner').getByRole('link', { name: 'English' })).toHaveCount(0)

  await page.goto('/manage/shop')
  await expect(first.getByRole('radio', { name: 'සිංහල' })).toBeChecked()
  expect(await languageOf(page)).toBe('en')
  await test.step('the words of a notice are seen in every language at once', async () => {
    await main.getByRole('checkbox', { name: 'English' }).check()
    await main.getByRole('radio', { name: 'We’re closed' }).check()
    for (const label of ['In your own words', 'In your own words (English)', 'In your own words (தமிழ்)']) {
      await expect(main.getByLabel(label, { exact: true })).toBeVisible()
    }
    await main.getByLabel('In your own words (தமிழ்)').fill('ஜனவரியில் மீண்டும்')
    await save()
    await page.goto('/ta')
    await expect(page.locator('.shop-notice')).toContainText('ஜனவரியில் மீண்டும்')
  })
})
