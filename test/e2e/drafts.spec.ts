import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { listItems } from '../kit/api-client.ts'
import { bundleForPage } from '../kit/browser/bundle-for-page.ts'
import { loseResponses } from '../kit/browser/held-requests.ts'
import { itemForm, openForm, type ItemForm } from '../kit/browser/item-form.ts'
import { expect, test, userAgent } from '../kit/browser/shop-fixtures.ts'
import { images } from '../kit/photos/image-server.ts'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

test.use({ ...phone, allowedErrors: /net::ERR|status of 409/ })

/** Opens the create page and fills in the required fields. */
async function typeBeanie(page: Page): Promise<ItemForm> {
  const form = await openForm(page)
  return form
}

/** The titles of all items. */
async function titles(url: string): Promise<string[]> {
  return (await listItems(url)).map(({ title }) => title)
}

test.describe('Saving when the response is lost', () => {
  test("'Save item' again opens the saved item and adds no second one", async ({ page, shop }) => {
    const form = await typeBeanie(page)
    await loseResponses(page, '**/api/items', 2)
    for (let attempt = 0; attempt < 2; attempt++) {
      await form.save.tap()
      await expect(form.alert.getByText(/^Failed to add item: No connection\./)).toBeVisible()
      expect(await titles(shop.url)).toEqual(['Harbour Beanie'])
    }
    await form.save.tap()
    await expect(page).toHaveURL(/\/item\//)
    await expect(page.getByRole('alert')).toContainText('Item added!')
    const items = await listItems(shop.url)
    expect(items).toHaveLength(1)
    await expect(page).toHaveURL(`/item/${items[0]?.id}`)
  })

  test("'Save item' again after a reload and a restart of the shop adds no second item", async ({ page, shop }) => {
    const form = await typeBeanie(page)
    await loseResponses(page, '**/api/items')
    await form.save.tap()
    await expect(form.alert).toBeVisible()
    await shop.kill()
    await shop.startAgain()
    await page.reload()
    await form.signedIn()
    await expect(form.field('Title')).toHaveValue('Harbour Beanie')
    await form.save.tap()
    await expect(page).toHaveURL(/\/item\//)
    expect(await titles(shop.url)).toEqual(['Harbour Beanie'])
    await form.open()
    await expect.poll(() => form.values()).toEqual({})
  })

  test('after further changes, the saved item can be opened, or the draft added as another item', async ({
    page,
    shop,
  }) => {
    const form = await typeBeanie(page)
    await loseResponses(page, '**/api/items')
    await form.save.tap()
    await expect(form.alert).toBeVisible()
    await form.enter({ Title: 'Harbour Cap' })
    await form.save.tap()
    await expect(form.alert).toContainText('This piece was already saved, without your latest changes.')
    await expect(form.alert).toBeInViewport({ ratio: 1 })
    expect(await titles(shop.url)).toEqual(['Harbour Beanie'])
    await expect.poll(() => form.values()).toMatchObject({ Title: 'Harbour Cap' })

    await form.alert.getByRole('link', { name: 'View the saved piece' }).tap()
    await expect(page.getByRole('heading', { name: 'Harbour Beanie' })).toBeVisible()
    await form.open()
    await expect.poll(() => form.values()).toMatchObject({ Title: 'Harbour Cap' })
    await form.save.tap()
    await form.alert.getByRole('button', { name: 'Add as a new piece' }).tap()
    await expect(page.getByRole('heading', { name: 'Harbour Cap' })).toBeVisible()
    expect(await titles(shop.url)).toEqual(['Harbour Cap', 'Harbour Beanie'])
    await form.open()
    await expect.poll(() => form.values()).toEqual({})
  })

  test("after 'Clear', the same values are added as another item", async ({ page, shop }) => {
    const form = itemForm(page)
    const values = { Title: 'Harbour Beanie', 'Image URL': images.url('beanie') }
    await form.open()
    await form.enter(values)
    await loseResponses(page, '**/api/items')
    await form.save.tap()
    await expect(form.alert).toBeVisible()
    await form.clear.tap()
    await form.enter(values)
    await form.save.tap()
    await expect(page).toHaveURL(/\/item\//)
    expect(await titles(shop.url)).toEqual(['Harbour Beanie', 'Harbour Beanie'])
  })
})

test.describe('A draft in two tabs', () => {
  test('both tabs save one item; a changed draft in the second tab is reported', async ({ page, context, shop }) => {
    const first = await openForm(page)
    const tabs = await Promise.all([context.newPage(), context.newPage()])
    const [second, third] = tabs.map(itemForm)
    if (!second || !third) throw new Error('Two more tabs were expected.')
    for (const tab of [second, third]) {
      await tab.open()
      await expect(tab.field('Title')).toHaveValue('Harbour Beanie')
    }
    await first.save.tap()
    await expect(page).toHaveURL(/\/item\//)
    await second.save.tap()
    await expect(tabs[0]).toHaveURL(page.url())
    await third.enter({ Title: 'Harbour Cap' })
    await third.save.tap()
    await expect(third.alert).toContainText('This piece was already saved')
    expect(await titles(shop.url)).toEqual(['Harbour Beanie'])
    await tabs[1]?.reload()
    await expect(third.field('Title')).toHaveValue('Harbour Cap')
  })

  test('saving an item does not delete the draft of another tab', async ({ page, context }) => {
    const [first, other] = [itemForm(page), itemForm(await context.newPage())]
    for (const tab of [first, other]) await tab.open()
    await first.enter({ Title: 'Harbour Beanie', 'Image URL': images.url('beanie') })
    await other.enter({ Title: 'Striped Scarf' })
    await first.save.tap()
    await expect(page).toHaveURL(/\/item\//)
    await first.open()
    await expect(first.field('Title')).toHaveValue('Striped Scarf')
  })
})

test.describe('Closing the browser', () => {
  test.use({ stock: 'shared' })

  test('right after typing loses nothing of the draft', async ({ playwright, shop, launchOptions }) => {
    const profile = await mkdtemp(join(tmpdir(), 'stockinette-profile-'))
    const open = () =>
      playwright.chromium.launchPersistentContext(profile, {
        ...launchOptions,
        ...phone,
        userAgent,
        baseURL: shop.url,
        locale: 'en',
      })
    let context = await open()
    let form = itemForm(await context.newPage())
    await form.open()
    await form.field('Title').pressSequentially('Harbour Beanie')
    await form.field('Description').pressSequentially('Merino, knitted by h')
    await context.close()
    context = await open()
    form = itemForm(await context.newPage())
    await form.open()
    await expect(form.field('Description')).toHaveValue('Merino, knitted by h')
    await expect(form.field('Title')).toHaveValue('Harbour Beanie')
    await context.close()
    await rm(profile, { recursive: true, force: true })
  })
})

test.describe('Without IndexedDB', () => {
  test('saving again after a lost response still adds one item', async ({ page, shop }) => {
    await page.addInitScript(
      `IDBFactory.prototype.open = () => { throw new DOMException('No IndexedDB in this test.', 'SecurityError') }`,
    )
    const form = await typeBeanie(page)
    await loseResponses(page, '**/api/items')
    await form.save.tap()
    await expect(form.alert).toBeVisible()
    await form.save.tap()
    await expect(page).toHaveURL(/\/item\//)
    expect(await titles(shop.url)).toEqual(['Harbour Beanie'])
  })
})

test.describe('draft-store', () => {
  test.use({ stock: 'shared', allowedErrors: undefined })

  test('stores photos unchanged with the text, until the same draft is deleted', async ({ page }) => {
    await page.goto('/')
    const module = await bundleForPage(page, 'app/editor/draft-store.ts')
    const outcome = await page.evaluate(async (path) => {
      const store = await import(path)
      const fields = { title: 'Harbour Beanie' }
      const blob = new Blob([new Uint8Array(600_000).fill(7)], { type: 'image/webp' })
      const photos = [
        { key: 'a', name: 'a.jpg', blob },
        { key: 'b', name: 'b.jpg', sha256: 'ff' },
      ]
      const before = await store.readDraft('one')
      void store.saveDraftText('one', { fields: { title: 'Harb' }, idempotencyKey: 'k' })
      void store.saveDraftText('one', { fields, idempotencyKey: 'k' })
      await store.saveDraftPhotos('one', photos)
      const kept = await store.readDraft('one')
      const bytes = new Uint8Array(await kept.photos[0].blob.arrayBuffer())
      await store.deleteDraft('one', 'another')
      const still = await store.readDraft('one')
      await store.deleteDraft('one', 'k')
      return {
        before,
        kept: JSON.parse(JSON.stringify(kept)),
        type: kept.photos[0].blob.type,
        isComplete: bytes.length === 600_000 && bytes.every((byte) => byte === 7),
        still: still.photos.length,
        after: await store.readDraft('one'),
      }
    }, module)
    expect(outcome).toEqual({
      before: undefined,
      kept: {
        fields: { title: 'Harbour Beanie' },
        idempotencyKey: 'k',
        photos: [
          { key: 'a', name: 'a.jpg', blob: {} },
          { key: 'b', name: 'b.jpg', sha256: 'ff' },
        ],
      },
      type: 'image/webp',
      isComplete: true,
      still: 2,
      after: undefined,
    })
  })

  test('when the quota is exceeded, photos are refused and texts are still stored', async ({ page, context }) => {
    await page.goto('/')
    const module = await bundleForPage(page, 'app/editor/draft-store.ts')
    const devTools = await context.newCDPSession(page)
    const origin = new URL(page.url()).origin
    await devTools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 20_000_000 })
    const outcome = await page.evaluate(async (path) => {
      const store = await import(path)
      const blob = new Blob([new Uint8Array(40_000_000)])
      await store.saveDraftText('one', { fields: { title: 'Before' }, idempotencyKey: 'k' })
      const refusal = await store.saveDraftPhotos('one', [{ key: 'a', name: 'a.jpg', blob }]).then(
        () => undefined,
        (error: Error) => error.name,
      )
      const between = await store.readDraft('one')
      await store.saveDraftText('one', { fields: { title: 'After' }, idempotencyKey: 'k' })
      return { refusal, between: between.fields, after: await store.readDraft('one') }
    }, module)
    expect(outcome).toEqual({
      refusal: 'QuotaExceededError',
      between: { title: 'Before' },
      after: { fields: { title: 'After' }, idempotencyKey: 'k' },
    })
  })
})
