import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { listItems } from '../kit/api-client.ts'
import { whileCached } from '../kit/browser/away.ts'
import { bundleForPage } from '../kit/browser/bundle-for-page.ts'
import { loseResponses } from '../kit/browser/held-requests.ts'
import { itemForm, keepFormOpen, openForm, requiredValues } from '../kit/browser/item-form.ts'
import { expect, test, userAgent } from '../kit/browser/shop-fixtures.ts'
import { images } from '../kit/photos/image-server.ts'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

test.use({ ...phone, allowedErrors: /net::ERR|status of 409/ })

const values = {
  ...requiredValues,
  Tagline: 'Ribbed',
  'Price (LKR)': '12,500',
  Category: 'Beanies',
  Size: 'M',
  Color: 'Ivory',
}

/** The titles of all items. */
async function titles(url: string): Promise<string[]> {
  return (await listItems(url)).map(({ title }) => title)
}

test.describe('Saving when the response is lost', () => {
  test("'Save item' again adds no second item, after a restart of the shop too, and opens the saved one", async ({
    page,
    shop,
  }) => {
    const form = await openForm(page)
    await loseResponses(page, '**/api/items', 2)
    for (let attempt = 0; attempt < 2; attempt++) {
      await form.save.tap()
      await expect(form.alert.getByText(/^Failed to add item: No connection\./)).toBeVisible()
      expect(await titles(shop.url)).toEqual(['Harbour Beanie'])
      await form.alert.getByRole('button', { name: 'Dismiss' }).tap()
    }
    await shop.kill()
    await shop.startAgain()
    await page.reload()
    await form.signedIn()
    await expect(form.field('Title')).toHaveValue('Harbour Beanie')
    await form.save.tap()
    await expect(page).toHaveURL(/\/item\//)
    await expect(page.getByRole('alert')).toContainText('Item added!')
    const [item, ...others] = await listItems(shop.url)
    expect(others).toEqual([])
    await expect(page).toHaveURL(`/item/${item?.id}`)
    await form.open()
    await expect.poll(() => form.values()).toEqual({})
  })

  test("after changes and after 'Clear', what is typed is another item", async ({ page, shop }) => {
    const form = await openForm(page)
    const loseSave = async () => {
      await loseResponses(page, '**/api/items')
      await form.save.tap()
      await expect(form.alert).toContainText('Failed to add item')
    }
    await test.step('after further changes, the saved item can be opened', async () => {
      await loseSave()
      await form.enter({ Title: 'Harbour Cap' })
      await form.save.tap()
      await expect(form.alert).toContainText('This piece was already saved, without your latest changes.')
      await expect(form.alert).toBeInViewport({ ratio: 1 })
      expect(await titles(shop.url)).toEqual(['Harbour Beanie'])
      await expect.poll(() => form.values()).toMatchObject({ Title: 'Harbour Cap' })
      await form.alert.getByRole('link', { name: 'View the saved piece' }).tap()
      await expect(page.getByRole('heading', { name: 'Harbour Beanie' })).toBeVisible()
    })
    await test.step('or the draft added as another item', async () => {
      await form.open()
      await expect.poll(() => form.values()).toMatchObject({ Title: 'Harbour Cap' })
      await form.save.tap()
      await form.alert.getByRole('button', { name: 'Add as a new piece' }).tap()
      await expect(page.getByRole('heading', { name: 'Harbour Cap' })).toBeVisible()
      expect(await titles(shop.url)).toEqual(['Harbour Cap', 'Harbour Beanie'])
      await form.open()
      await expect.poll(() => form.values()).toEqual({})
    })
    await test.step("after 'Clear', the same values are another item", async () => {
      await form.enter(requiredValues)
      await loseSave()
      await form.clear.tap()
      await form.enter(requiredValues)
      await keepFormOpen(page)
      await form.save.tap()
      await expect(form.alert).toContainText('Item added!')
      expect(await titles(shop.url)).toEqual(['Harbour Beanie', 'Harbour Beanie', 'Harbour Cap', 'Harbour Beanie'])
    })
  })
})

test('A draft in two tabs is saved as one item; what the other one has changed is kept', async ({
  page,
  context,
  shop,
}) => {
  const tab = await context.newPage()
  const [first, second] = [await openForm(page), itemForm(tab)]
  const notice = 'This draft is also open in another tab.'

  await test.step('the later tab says so until the other one is closed', async () => {
    await second.open()
    await expect(tab.getByText(notice)).toBeVisible()
    await expect(second.field('Title')).toHaveValue('Harbour Beanie')
    await expect(page.getByText(notice)).toHaveCount(0)
    await expect(first.field('Title')).toHaveValue('Harbour Beanie')
    await first.save.tap()
    await expect(page).toHaveURL(/\/item\//)
    await expect(tab.getByText(notice)).toHaveCount(0)
  })
  await test.step('a changed draft in the other tab is reported, and kept', async () => {
    await second.enter({ Title: 'Harbour Cap' })
    await second.save.tap()
    await expect(second.alert).toContainText('This piece was already saved')
    await tab.reload()
    await second.signedIn()
    await expect(second.field('Title')).toHaveValue('Harbour Cap')
  })
  await test.step('the same draft is the same item', async () => {
    await second.enter({ Title: 'Harbour Beanie' })
    await second.save.tap()
    await expect(tab).toHaveURL(page.url())
    expect(await titles(shop.url)).toEqual(['Harbour Beanie'])
  })
  await test.step('saving an item does not delete the draft of the other tab', async () => {
    for (const form of [first, second]) await form.open()
    await first.enter(requiredValues)
    await second.enter({ Title: 'Striped Scarf' })
    await keepFormOpen(page)
    await first.save.tap()
    await expect(first.alert).toContainText('Item added!')
    await first.open()
    await expect(first.field('Title')).toHaveValue('Striped Scarf')
  })
})

test('A page that comes back from the back/forward cache shows what was typed in a later one, and goes on with it', async ({
  page,
  context,
  shop,
}) => {
  const form = await openForm(page)
  await whileCached(page, async () => {
    const other = await context.newPage()
    const later = itemForm(other)
    await later.open()
    await later.enter({ Description: 'Merino, knitted by hand' })
    await other.close()
  })
  await expect(form.field('Description')).toHaveValue('Merino, knitted by hand')
  await form.signedIn()
  await form.enter({ Tagline: 'Ribbed' })
  await page.reload()
  await form.signedIn()
  const typed = { ...requiredValues, Tagline: 'Ribbed', Description: 'Merino, knitted by hand' }
  await expect.poll(() => form.values()).toEqual(typed)
  expect(await titles(shop.url)).toEqual([])

  await test.step('it stays as it is if there is no other draft', async () => {
    await page.evaluate('globalThis.isSamePage = true')
    await whileCached(page, async () => {})
    await form.enter({ Tagline: 'Cabled' })
    expect(await page.evaluate('globalThis.isSamePage')).toBe(true)
    await form.open()
    await expect.poll(() => form.values()).toEqual({ ...typed, Tagline: 'Cabled' })
  })
})

test.describe('Closing the browser', () => {
  test.use({ stock: 'shared' })

  test("right after typing loses nothing of the draft; after 'Clear', nothing comes back", async ({
    playwright,
    shop,
    launchOptions,
  }) => {
    const profile = await mkdtemp(join(tmpdir(), 'stockinette-profile-'))
    const options = { ...launchOptions, ...phone, userAgent, baseURL: shop.url, locale: 'en' }
    const open = async () => {
      const context = await playwright.chromium.launchPersistentContext(profile, options)
      const page = context.pages()[0] ?? (await context.newPage())
      const form = itemForm(page)
      await form.open()
      return { context, page, form }
    }
    const before = await open()
    await before.form.enter(values)
    await before.form.field('Description').pressSequentially('Merino, knitted by h')
    await before.context.close()

    const { context, page, form } = await open()
    await expect.poll(() => form.values()).toEqual({ ...values, Description: 'Merino, knitted by h' })
    await expect(form.thumbnail).toHaveAttribute('src', images.url('beanie'))
    await form.clear.click()
    await expect.poll(() => form.values()).toEqual({})
    await expect(form.thumbnail).toHaveCount(0)
    await page.reload()
    await form.signedIn()
    await expect.poll(() => form.values()).toEqual({})
    await context.close()
    await rm(profile, { recursive: true, force: true })
  })
})

test.describe('Without IndexedDB', () => {
  test('saving again after a lost response still adds one item', async ({ page, shop }) => {
    await page.addInitScript(
      `IDBFactory.prototype.open = () => { throw new DOMException('No IndexedDB in this test.', 'SecurityError') }`,
    )
    const form = await openForm(page)
    await loseResponses(page, '**/api/items')
    await form.save.tap()
    await expect(form.alert).toContainText('Failed to add item')
    await keepFormOpen(page)
    await form.save.tap()
    await expect(form.alert).toContainText('Item added!')
    expect(await titles(shop.url)).toEqual(['Harbour Beanie'])
  })
})

/** Stores and deletes a draft with photos, in the page. */
async function keepPhotos(path: string) {
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
}

/** Two forms of one item, in the page: the first was saved and left, and the draft is changed in the second meanwhile. */
async function changeWhileDeleting(path: string) {
  const { Draft } = await import(path)
  const initial = { fields: { title: '' } }
  const saved = { fields: { title: 'Harbour Beanie' }, photos: undefined }
  const [left, open] = [new Draft('two'), new Draft('two')]
  await left.read()
  await left.storeText(saved.fields, undefined, initial)
  await open.read()
  const deleting = left.deleteIf(saved)
  void open.storeText({ title: 'Harbour Beanie, blue' }, undefined, initial)
  await deleting
  await left.deleteIf(saved)
  const changed = (await open.read())?.fields
  await left.deleteIf({ ...saved, fields: changed })
  return { changed, after: await open.read() }
}

/** Stores a draft with photos that are larger than the quota, in the page. */
async function exceedQuota(path: string) {
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
}

test.describe('draft-store', () => {
  test.use({ stock: 'shared', allowedErrors: undefined })

  test('stores photos unchanged with the text; when the quota is exceeded, the text only', async ({
    page,
    context,
  }) => {
    await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.goto('/empty')
    const devTools = await context.newCDPSession(page)
    const origin = new URL(page.url()).origin
    await devTools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 20_000_000 })
    const module = await bundleForPage(page, 'app/editor/draft-store.ts')
    await test.step('photos are stored unchanged with the text, until the same draft is deleted', async () => {
      expect(await page.evaluate(keepPhotos, module)).toEqual({
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
    await test.step('a saved draft is deleted, but not what is typed while it is looked up', async () => {
      const draft = await bundleForPage(page, 'app/editor/draft.ts', '/draft.js')
      expect(await page.evaluate(changeWhileDeleting, draft)).toEqual({
        changed: { title: 'Harbour Beanie, blue' },
        after: undefined,
      })
    })
    await test.step('when the quota is exceeded, photos are refused and texts are still stored', async () => {
      expect(await page.evaluate(exceedQuota, module)).toEqual({
        refusal: 'QuotaExceededError',
        between: { title: 'Before' },
        after: { fields: { title: 'After' }, idempotencyKey: 'k' },
      })
    })
  })
})
