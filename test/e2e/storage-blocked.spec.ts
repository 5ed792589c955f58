import type { Page } from '@playwright/test'

import { addOwner } from '../kit/accounts.ts'
import { addItem } from '../kit/api-client.ts'
import { itemForm, type ItemForm } from '../kit/browser/item-form.ts'
import { rowButton } from '../kit/browser/manage-page.ts'
import { jpeg, photoField } from '../kit/browser/photo-field.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { images } from '../kit/photos/image-server.ts'
import { plainPhoto } from '../kit/photos/photos.ts'
import { beanie } from '../kit/sample-items.ts'

test.use({ allowedErrors: /403 \(Forbidden\).*\/api\/(?:manage\/)?(?:items|notices|shop)/ })

const signInLink = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Sign in' })

/** Signs an owner in by the page's link, which must open a new tab. */
async function signInInNewTab(page: Page): Promise<void> {
  const opening = page.context().waitForEvent('page')
  await signInLink(page).click()
  const tab = await opening
  await tab.getByLabel('E-mail address').fill('owner@example.com')
  await tab.getByLabel('Password').fill('a good password')
  await tab.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
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

/** Refuses photos alone. */
const refusePhotos = refuseRecords("(key) => key.includes(' photo')")

/** Opens the form and waits until it knows that this browser may add items: it may, until there is an owner. */
async function openCreate(page: Page): Promise<ItemForm> {
  const asked = page.waitForResponse('**/api/me')
  const form = itemForm(page)
  await form.open()
  await asked
  return form
}

test.describe('A browser that cannot store drafts, or has no space for photos', () => {
  test('says so, and opens the sign-in page in a new tab, so that what was typed and picked is kept', async ({
    page,
    context,
    shop,
  }) => {
    const other = await context.newPage()
    await page.addInitScript({ content: refuseDrafts })
    await other.addInitScript({ content: refusePhotos })
    const [form, withPhoto] = [await openCreate(page), await openCreate(other)]
    const warning = page.getByText('This browser can’t save drafts.')
    const photoWarning = other.getByText('This browser has no space for your photos.')

    await test.step('says so next to the form, once something is typed or picked', async () => {
      await expect(warning).toHaveCount(0)
      await form.enter({ Title: 'Half a beanie', 'Image URL': images.url('beanie') })
      await expect(warning).toBeVisible()
      await expect(photoWarning).toHaveCount(0)
      await withPhoto.enter({ Title: 'Half a scarf' })
      await photoField(other).pick(jpeg('IMG_1.jpg', await plainPhoto('#822')))
      await expect(photoWarning).toBeVisible()
    })
    const photos = await photoField(other).uploaded(1)
    await addOwner(shop, 'owner@example.com')
    for (const [each, { save }] of [
      [page, form],
      [other, withPhoto],
    ] as const) {
      await save.click()
      await expect(each.getByText('keep this page open: this browser can’t save drafts')).toBeVisible()
      await expect(save).toBeHidden()
    }
    await expect(signInLink(other)).toHaveAttribute('target', '_blank')
    await signInInNewTab(page)
    await test.step('keeps what was typed and picked, until the form is cleared', async () => {
      for (const { save } of [form, withPhoto]) await expect(save).toBeVisible()
      await expect(form.field('Title')).toHaveValue('Half a beanie')
      await form.clear.click()
      await expect(warning).toHaveCount(0)
      expect(await photoField(other).ids()).toEqual(photos)
      await expect(photoWarning).toBeVisible()
      await withPhoto.clear.click()
      await expect(photoWarning).toHaveCount(0)
    })
  })

  test('asks before an open editor is left with what was typed, and not after it is saved', async ({ page, shop }) => {
    const { id } = await addItem(shop.url, beanie)
    await page.addInitScript({ content: refuseDrafts })
    await openAsOwner(page, shop, '/manage')
    await rowButton(page, 'Edit', 'Harbour Beanie').click()
    const tagline = itemForm(page).field('Tagline')
    const warning = page.getByText('This browser can’t save drafts.')
    await tagline.fill('Half a thought')
    await expect(warning).toBeVisible()
    const asked: string[] = []
    let isLeaving = false
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      return isLeaving ? dialog.accept() : dialog.dismiss()
    })
    for (const leave of [
      () => page.getByRole('link', { name: '← Back' }).click(),
      () => page.evaluate('history.back()'),
      () => page.getByRole('banner').getByRole('link').first().click(),
    ]) {
      const count = asked.length
      await leave()
      await expect.poll(() => asked.length).toBe(count + 1)
      await expect(page).toHaveURL(`${shop.url}/manage?edit=${id}`)
      await expect(tagline).toHaveValue('Half a thought')
    }
    expect(asked).toEqual(['confirm', 'confirm', 'beforeunload'])
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('alert')).toContainText('Changes saved.')
    await rowButton(page, 'Edit', 'Harbour Beanie').click()
    await tagline.fill('Another one')
    await expect(warning).toBeVisible()
    isLeaving = true
    await page.goBack()
    await expect(tagline).toHaveCount(0)
    await rowButton(page, 'Edit', 'Harbour Beanie').click()
    await tagline.fill('One more')
    await expect(warning).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(tagline).toHaveCount(0)
    await page.reload()
    expect(asked.slice(3)).toEqual(['confirm', 'confirm'])
  })

  test('keeps open editors when their owner is signed out in another tab, until she signs in again in a new one', async ({
    page,
    context,
    shop,
  }) => {
    const { id } = await addItem(shop.url, beanie)
    await context.addInitScript({ content: refuseDrafts })
    await openAsOwner(page, shop, `/manage?edit=${id}`)
    const [settings, other] = [await context.newPage(), await context.newPage()]
    await Promise.all([settings.goto('/manage/shop'), other.goto('/sign-in')])
    const tagline = itemForm(page).field('Tagline')
    const place = settings.getByLabel('Place', { exact: true })
    await tagline.fill('Half a thought')
    await place.fill('Kandy')
    await expect(settings.getByText('This browser can’t save drafts.')).toBeVisible()
    await other.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(other.getByLabel('E-mail address')).toBeVisible()
    await other.close() // A browser has few connections for all tabs.
    await expect(page.getByText('Please sign in. This browser can’t save drafts. Keep this page open')).toBeVisible()
    await expect(tagline).toBeHidden()
    await expect(place).toBeHidden()
    await expect(signInLink(page)).toHaveAttribute('target', '_blank')
    await expect(signInLink(page)).toHaveAttribute('href', `/sign-in?next=${encodeURIComponent(`/manage?edit=${id}`)}`)
    await signInInNewTab(settings)
    for (const [field, value] of [
      [tagline, 'Half a thought'],
      [place, 'Kandy'],
    ] as const) {
      await expect(field).toBeVisible()
      await expect(field).toHaveValue(value)
    }
  })
})

/** Blocks all storage, as a browser can for one shop. */
const blockStorage = `
  const refuse = { get() { throw new DOMException('Access is denied.', 'SecurityError') } }
  Object.defineProperties(globalThis, { indexedDB: refuse, localStorage: refuse, sessionStorage: refuse })`

test.describe('A browser that blocks all storage', () => {
  const blocked = 'Your browser is blocking storage for this shop. Allow it and reload the page.'

  test('neither claims the shop nor signs in: the next page would not have the user', async ({ page, shop }) => {
    await page.addInitScript({ content: blockStorage })
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    const submit = async (path: string, button: string) => {
      await page.goto(path)
      await page.getByLabel('E-mail address').fill('owner@example.com')
      await page.getByLabel('Password', { exact: true }).fill('a good password')
      await page.getByRole('main').getByRole('button', { name: button }).click()
      await expect(page.getByRole('alert')).toContainText(blocked)
    }
    await submit('/claim#AAAAAAAAAAAAAAAAAAAAAA', 'Make it mine')
    expect(sent).not.toContain('/api/claim')
    await addOwner(shop, 'owner@example.com')
    await submit('/sign-in', 'Sign in')
    expect(sent.join()).not.toContain('signInWithPassword')
  })
})
