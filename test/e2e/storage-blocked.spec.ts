import type { Page } from '@playwright/test'

import { addOwner } from '../kit/accounts.ts'
import { addItem } from '../kit/api-client.ts'
import { itemForm, openForm } from '../kit/browser/item-form.ts'
import { takeAction } from '../kit/browser/manage-page.ts'
import { jpeg, photoField } from '../kit/browser/photo-field.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { images } from '../kit/photos/image-server.ts'
import { plainPhoto } from '../kit/photos/photos.ts'
import { beanie } from '../kit/sample-items.ts'

test.use({ allowedErrors: /403 \(Forbidden\).*\/api\/(?:manage\/)?(?:items|shop)/ })

/** Signs an owner in by the page's link, which must open a new tab. @returns the tab. */
async function signInInNewTab(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  const tab = await opening
  await tab.getByLabel('E-mail address').fill('owner@example.com')
  await tab.getByLabel('Password').fill('a good password')
  await tab.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  return tab
}

/** Refuses to store drafts, or some of their records. The identity client can still store its session. */
const refuseRecords = (isRefused = '() => true') => `
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (...args) {
    if (this.transaction.db.name === 'stockinette' && (${isRefused})(args[1])) throw new DOMException('No room.', 'QuotaExceededError')
    return put.apply(this, args)
  }`

/** Refuses channels to other tabs, too. */
const refuseDrafts = `${refuseRecords()}
  const Channel = BroadcastChannel
  globalThis.BroadcastChannel = function (name) {
    if (name.startsWith('stockinette ')) throw new DOMException('The operation is insecure.', 'SecurityError')
    return new Channel(name)
  }`

test.describe('A browser that cannot store drafts', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript({ content: refuseDrafts })
  })

  test('says so next to the form, once something is typed', async ({ page }) => {
    const form = itemForm(page)
    const warning = page.getByText('This browser can’t save drafts.')
    await form.open()
    await expect(warning).toHaveCount(0)
    await form.enter({ Title: 'Half a beanie' })
    await expect(warning).toBeVisible()
    await form.clear.click()
    await expect(warning).toHaveCount(0)
  })

  test('opens the sign-in page in a new tab, so that what was typed is kept', async ({ page, shop }) => {
    const asked = page.waitForResponse('**/api/me') // Whether this browser may add: it may, until there is an owner.
    const form = await openForm(page, { Title: 'Half a beanie', 'Image URL': images.url('beanie') })
    await asked
    await addOwner(shop, 'owner@example.com')
    await form.save.click()
    await expect(page.getByText('keep this page open: this browser can’t save drafts')).toBeVisible()
    await signInInNewTab(page)
    await expect(form.save).toBeVisible()
    await expect(form.field('Title')).toHaveValue('Half a beanie')
  })

  test('keeps an open editor when its owner is signed out in another tab, until she signs in again', async ({
    page,
    context,
    shop,
  }) => {
    const { id } = await addItem(shop.url, beanie)
    await openAsOwner(page, shop, '/manage')
    await takeAction(page, 'Edit', 'Harbour Beanie')
    const tagline = itemForm(page).field('Tagline')
    await tagline.fill('Half a thought')
    const other = await context.newPage()
    await other.goto('/sign-in')
    await other.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page.getByText('Please sign in. This browser can’t save drafts. Keep this page open')).toBeVisible()
    await expect(tagline).toBeHidden()
    const tab = await signInInNewTab(page)
    await tab.waitForURL(`/manage?edit=${id}`)
    await expect(tagline).toHaveValue('Half a thought')
    await expect(tagline).toBeVisible()
  })
})

test.describe('A browser that cannot store drafts, on /manage/shop', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript({ content: refuseDrafts })
  })

  test('keeps what an owner typed while she signs in again in a new tab', async ({ page, context, shop }) => {
    await openAsOwner(page, shop, '/manage/shop')
    const place = page.getByLabel('Place', { exact: true })
    await place.fill('Kandy')
    await expect(page.getByText('This browser can’t save drafts.')).toBeVisible()
    const other = await context.newPage()
    await other.goto('/sign-in')
    await other.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(place).toBeHidden()
    await signInInNewTab(page)
    await expect(place).toHaveValue('Kandy')
  })
})

test.describe('A browser without space for photos', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript({ content: refuseRecords("(key) => key.includes(' photo')") })
  })

  test('opens the sign-in page in a new tab, so that the photos are kept, until the form is cleared', async ({
    page,
    shop,
  }) => {
    const asked = page.waitForResponse('**/api/me') // Whether this browser may add: it may, until there is an owner.
    const form = await openForm(page, { Title: 'Half a beanie' })
    const warning = page.getByText('This browser has no space for your photos.')
    await asked
    await photoField(page).pick(jpeg('IMG_1.jpg', await plainPhoto('#822')))
    const photos = await photoField(page).uploaded(1)
    await addOwner(shop, 'owner@example.com')
    await form.save.click()
    await expect(page.getByText('keep this page open: this browser can’t save drafts')).toBeVisible()
    await signInInNewTab(page)
    await expect(form.save).toBeVisible()
    expect(await photoField(page).ids()).toEqual(photos)
    await expect(warning).toBeVisible()
    await form.clear.click()
    await expect(warning).toHaveCount(0)
  })
})
