import type { Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, addItems, listItems, sendItem } from '../kit/api-client.ts'
import { loseResponses } from '../kit/browser/held-requests.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { itemRow, rowButton, takeAction } from '../kit/browser/manage-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { callApi } from '../kit/manage-client.ts'
import { images } from '../kit/photos/image-server.ts'
import { addItemWithPhotos } from '../kit/photos/item-with-photos.ts'
import { beanie, minimalItem, scarves } from '../kit/sample-items.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

const phone = { width: 360, height: 900 }

function filter(page: Page, name: string) {
  return page.getByRole('group', { name: 'Which pieces' }).getByRole('button', { name, exact: true })
}

function rows(page: Page) {
  return page.getByRole('main').getByRole('heading', { level: 3 })
}

function searchField(page: Page) {
  return page.getByRole('textbox', { name: 'Search your pieces' })
}

/** What was typed of a new piece, above the list. */
function unsavedPiece(page: Page, title: string) {
  return page.getByRole('listitem').filter({ hasText: `${title} isn’t saved yet.` })
}

test.describe('/manage on a phone', () => {
  test.use({ viewport: phone })

  test('a row is at most 90 px high; filters and the search know states; removed pieces are apart', async ({
    page,
    shop,
  }) => {
    await addItems(shop.url, scarves(12))
    await openAsOwner(page, shop, '/manage')
    await expect(rows(page)).toHaveCount(12)
    const first = await itemRow(page, 'Scarf 12').boundingBox()
    const eleventh = await itemRow(page, 'Scarf 2').boundingBox()
    expect((eleventh?.y ?? 0) - (first?.y ?? 0)).toBeLessThanOrEqual(900)
    await expect(filter(page, 'All 12')).toHaveCount(0) // All pieces are alike.

    await takeAction(page, 'Mark as sold', 'Scarf 1')
    await takeAction(page, 'Hide', 'Scarf 2')
    await takeAction(page, 'Mark as made to order', 'Scarf 3')
    await takeAction(page, 'Remove', 'Scarf 4')
    await expect(rowButton(page, 'Restore', 'Scarf 4')).toBeVisible() // It stays, to be restored at once.
    await expect(filter(page, 'All 11')).toHaveAttribute('aria-pressed', 'true')
    await page.emulateMedia({ forcedColors: 'active' })
    const colorOf = (button: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('.filters ${button}')).color`)
    expect(await colorOf('[aria-pressed=true]')).not.toBe(await colorOf('[aria-pressed=false]'))
    await page.emulateMedia({ forcedColors: 'none' })
    await filter(page, 'Sold 1').click()
    await expect(rows(page)).toHaveText(['Scarf 1'])
    await takeAction(page, 'Mark as available', 'Scarf 1')
    await expect(filter(page, 'Available 9')).toBeVisible()
    await expect(itemRow(page, 'Scarf 1')).toBeVisible() // What was changed here stays in sight.
    await filter(page, 'Hidden 1').click()
    await expect(rows(page).first()).toHaveText('Scarf 2')
    await filter(page, 'Made to order 1').click()
    await expect(rows(page).first()).toHaveText('Scarf 3')

    await filter(page, 'All 11').click()
    const removed = page.getByText('Removed 1', { exact: true })
    await expect(removed).toBeVisible()
    await expect(rowButton(page, 'Restore', 'Scarf 4')).toBeHidden()
    const search = searchField(page)
    await search.fill('hidden')
    await expect(rows(page)).toHaveText(['Scarf 2'])
    await search.fill('removed')
    await expect(page.getByText('0 of 11 pieces')).toBeVisible()
    await rowButton(page, 'Restore', 'Scarf 4').click()
    await expect(rowButton(page, 'Edit', 'Scarf 4')).toBeFocused()
    await search.fill('')
    await expect(filter(page, 'All 12')).toBeVisible()
    await expect(removed).toHaveCount(0)

    await test.step('a late answer to an earlier search changes nothing', async () => {
      const asked = Promise.withResolvers<void>()
      await page.route('**/api/manage/items?q=scarf', () => asked.resolve()) // Not answered.
      const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('?q=scarf'))
      await search.fill('scarf')
      await asked.promise
      await search.fill('scarf 12')
      await aborted
      await expect(rows(page)).toHaveText(['Scarf 12'])
      await expect(page.getByRole('alert').getByText('That didn’t work')).toHaveCount(0)
    })
  })

  test('Back and ‘← Back’ close the editor where the list was; changes stay, and are marked, until they are discarded, also where drafts are read slowly', async ({
    page,
    shop,
  }) => {
    await addItems(shop.url, [{ ...beanie, title: 'Hill Beanie' }, beanie, ...scarves(20)])
    await openAsOwner(page, shop, '/manage')
    const form = itemForm(page)
    const row = itemRow(page, 'Harbour Beanie')
    const heading = page.getByRole('heading', { name: 'Edit Harbour Beanie' })
    const edit = rowButton(page, 'Edit', 'Harbour Beanie')
    const cancel = page.getByRole('button', { name: 'Cancel' })
    const acceptQuestion = () => page.once('dialog', (dialog) => dialog.accept())

    await test.step('the phone’s Back: the list is where it was, and only what was typed is unsaved', async () => {
      await takeAction(page, 'Edit', 'Hill Beanie')
      await expect(form.field('Description')).toHaveValue(String(beanie['description']))
      await page.goBack()
      await edit.focus()
      const before = await row.boundingBox()
      expect(await page.evaluate('scrollY')).toBeGreaterThan(0)
      await page.keyboard.press('Enter')
      await expect(heading).toBeFocused()
      await form.enter({ Tagline: 'Half a thought', Size: '', Description: '' })
      await page.goBack()
      await expect(edit).toBeFocused()
      await expect(row.getByText('You have unsaved changes')).toBeVisible()
      expect((await row.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
      await expect(page).toHaveURL('/manage')
    })

    await test.step('changes survive a reload, also that a field was emptied', async () => {
      const typed = async () => {
        await expect(form.field('Tagline')).toHaveValue('Half a thought')
        await expect(form.field('Title')).toHaveValue('Harbour Beanie')
        for (const emptied of ['Size', 'Description'] as const) await expect(form.field(emptied)).toHaveValue('')
      }
      await edit.click()
      await page.reload()
      await typed()
      await expect(heading).toBeFocused()
      await page.getByRole('main').getByRole('link', { name: '← Back' }).click()
      await expect(page).toHaveURL('/manage')
      await filter(page, 'Unsaved 1').click()
      await expect(rows(page)).toHaveText(['Harbour Beanie'])
      await edit.click()
      await typed()
    })

    await test.step('‘Cancel’ discards them, and asks first; so does the row', async () => {
      await cancel.click() // The question is answered by no, as after a slip of the thumb.
      await expect(form.field('Tagline')).toHaveValue('Half a thought')
      acceptQuestion()
      await cancel.click()
      await expect(edit).toBeFocused()
      await edit.click()
      await expect(form.field('Tagline')).toHaveValue('Ribbed, double brim')
      await cancel.click() // Nothing was typed: no question.
      await expect(edit).toBeFocused()

      await edit.click()
      await form.enter({ Tagline: 'Half a thought' })
      await page.goBack()
      acceptQuestion()
      await takeAction(page, 'Discard changes', 'Harbour Beanie')
      await expect(page.getByRole('alert')).toContainText('Your changes to Harbour Beanie are discarded.')
      await expect(page.getByText('You have unsaved changes')).toHaveCount(0)
      await edit.click()
      await expect(form.field('Tagline')).toHaveValue('Ribbed, double brim')
      await page.goBack()
      await expect(edit).toBeFocused()
    })

    await test.step('what is typed while the browser is slow to read drafts is kept when Back closes the form', async () => {
      await page.evaluate(occupyDrafts)
      await edit.click()
      await form.enter({ Tagline: 'Half a thought' })
      await page.goBack()
      await expect(edit).toBeVisible()
      await page.evaluate('releaseDrafts()')
      await expect(row.getByText('You have unsaved changes')).toBeVisible()
      await edit.click()
      await expect(form.field('Tagline')).toHaveValue('Half a thought')
    })
  })
})

const noteHiddenReads = `
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (...options) {
    if (document.hidden && this.name === 'stockinette') sessionStorage.setItem('hidden reads', 'yes')
    return transaction.apply(this, options)
  }
`

/** Keeps a transaction of the drafts open, behind which others wait, until `releaseDrafts` is called. */
const occupyDrafts = `new Promise((resolve) => {
  let isReleased = false
  globalThis.releaseDrafts = () => { isReleased = true }
  indexedDB.open('stockinette').onsuccess = ({ target }) => {
    const records = target.result.transaction('drafts', 'readwrite').objectStore('drafts')
    const goOn = () => {
      if (!isReleased) records.get('none').onsuccess = goOn
      resolve()
    }
    goOn()
  }
})`

test.describe('/manage: new pieces', () => {
  test.use({ permissions: ['clipboard-write'] })

  test('what was typed is offered until it is saved or discarded, and is not read while the page is left; ‘Copy link’; a duplicate has all fields and photos', async ({
    page,
    shop,
  }) => {
    const { id, photos } = await addItemWithPhotos(shop.url, { newItem: beanie, count: 2 })
    await page.addInitScript(noteHiddenReads)
    await openAsOwner(page, shop, '/create')
    const form = itemForm(page)
    const search = searchField(page)

    await test.step('a piece that was typed and not saved can be continued or discarded', async () => {
      await form.signedIn()
      await form.enter({ Title: 'Half a scarf' })
      await page.goto('/manage')
      const notice = unsavedPiece(page, 'Half a scarf')
      await notice.getByRole('link', { name: 'Continue' }).click()
      await expect(form.field('Title')).toHaveValue('Half a scarf')
      await page.getByRole('main').getByRole('link', { name: '← Back' }).click()
      await expect(page).toHaveURL('/manage') // Where she came from, not home.
      page.once('dialog', (dialog) => dialog.accept())
      await notice.getByRole('button', { name: 'Discard' }).click()
      await expect(notice).toHaveCount(0)
      await page.evaluate("sessionStorage.removeItem('hidden reads')")
      await page.getByRole('link', { name: 'Add a piece' }).click()
      await form.signedIn()
      // WebKit’s back/forward cache would keep the drafts locked.
      const hiddenReads = await page.evaluate("sessionStorage.getItem('hidden reads')")
      expect(hiddenReads, 'drafts that are read while the page is left').toBeNull()
      await expect(form.field('Title')).toHaveValue('')
    })

    await test.step('‘Copy link’ copies the address of the piece’s page, after saving and on /manage', async () => {
      await form.enter({ Title: 'Red Scarf', 'Image URL': images.url('scarf') })
      await form.save.click()
      const preview = page.getByRole('region', { name: 'Link preview' })
      await preview.getByRole('button', { name: 'Copy link' }).click()
      await expect(preview.getByText('Link copied.')).toBeVisible()
      const link = page.url()
      await page.goto('/manage')
      await search.press('Control+v')
      await expect(search).toHaveValue(link)
      await page.evaluate('navigator.clipboard.writeText("-")')
      await search.fill('')
      await takeAction(page, 'Copy link', 'Red Scarf')
      await expect(page.getByRole('alert')).toContainText('Link copied.')
      await search.press('Control+v')
      await expect(search).toHaveValue(link)
      await search.fill('')
    })

    await test.step('a duplicate is a new piece; nothing is stored until it is saved', async () => {
      await takeAction(page, 'Mark as sold', 'Harbour Beanie')
      await expect(itemRow(page, 'Harbour Beanie').getByText('Sold', { exact: true })).toBeVisible()
      await takeAction(page, 'Duplicate', 'Harbour Beanie')
      await expect(page.getByRole('heading', { name: 'New piece like Harbour Beanie' })).toBeFocused()
      await expect.poll(() => form.values()).toMatchObject({ Title: 'Harbour Beanie', 'Price (LKR)': '12500' })
      expect(await listItems(shop.url)).toHaveLength(2)
      await form.enter({ Title: 'Hill Beanie' })
      await page.goBack()
      const notice = unsavedPiece(page, 'Hill Beanie')
      await notice.getByRole('button', { name: 'Continue' }).click()
      await expect(form.field('Title')).toHaveValue('Hill Beanie')
      await form.save.click()
      await expect(page).toHaveURL(/\/item\//)
      await expect(page.getByRole('alert')).toContainText('Item added!')
      const [copy, , original] = await listItems(shop.url)
      expect(original).toMatchObject({ id, title: 'Harbour Beanie', sold: true })
      expect(copy).toMatchObject({ title: 'Hill Beanie', price: 12500, size: 'S / M', sold: false })
      expect(copy?.photos.map((photo) => photo.id)).toEqual(photos.map((photo) => photo.id))
      await page.goto('/manage')
      await expect(itemRow(page, 'Hill Beanie')).toBeVisible()
      await expect(notice).toHaveCount(0)
    })
  })

  test.describe('a duplicate whose response was lost', () => {
    test.use({ allowedErrors: /net::ERR_FAILED.*\/api\/items/ })

    test('is added once, also if nothing was typed and the page was reloaded', async ({ page, shop }) => {
      const { id } = await addItem(shop.url, beanie)
      await openAsOwner(page, shop, `/manage?duplicate=${id}`)
      const form = itemForm(page)
      await expect(form.field('Title')).toHaveValue('Harbour Beanie')
      await loseResponses(page, '**/api/items')
      await form.save.click()
      await expect(page.getByRole('alert')).toContainText('No connection')
      await page.reload()
      await expect(form.field('Title')).toHaveValue('Harbour Beanie')
      await form.save.click()
      await expect(page).toHaveURL(/\/item\//)
      expect(await listItems(shop.url)).toHaveLength(2)
      await page.goto('/manage')
      await expect(rows(page)).toHaveCount(2)
      await expect(page.getByText('isn’t saved yet.')).toHaveCount(0)
    })
  })
})

test.describe('/manage: a long list', () => {
  test.use({ allowedErrors: /status of 404/ })

  test('of 221 pieces shows 100, ‘Show more’ adds 100 with the keyboard; the others are found, edited and copied', async ({
    page,
    shop,
  }) => {
    const { id } = await addItem(shop.url, beanie)
    await addItems(shop.url, scarves(220).slice(0, 110)) // As many as one account may add.
    await addItems(shop.url, scarves(220).slice(110))
    await openAsOwner(page, shop, '/manage')
    await expect(page.getByText('And 121 more.')).toBeVisible()
    await expect(rows(page)).toHaveCount(100)
    await expect(rows(page).last()).toHaveText('Scarf 121')

    await test.step('a piece that is not among the first 100 has a form at its address, and its drafts are offered', () =>
      editByAddress(page, id))
    await test.step('‘Show more’ with the keyboard', () => showAll(page, shop))
    await test.step('the search finds every piece, by its address, too', async () => {
      const search = searchField(page)
      await search.fill('harbour bea')
      await expect(rows(page)).toHaveText(['Harbour Beanie'])
      const link = await rows(page).getByRole('link').getAttribute('href')
      await search.fill('scarf')
      await expect(page.getByText('219 of 221 pieces')).toBeVisible()
      await expect(rows(page)).toHaveText([...scarfTitles(220, 121), 'Scarf 22']) // The removed one is apart.
      await search.fill(`https://shop.example${link}`)
      await expect(rows(page)).toHaveText(['Harbour Beanie'])
      await search.fill('nothing like it')
      await expect(page.getByText('0 of 221 pieces')).toBeVisible()
      await expect(rows(page)).toHaveCount(0)
    })
  })
})

test.describe('/manage, when a piece at the address of its form could not be read', () => {
  test.use({ allowedErrors: /status of 503/ })

  test('reads it again, and shows no list meanwhile', async ({ page, shop }) => {
    const { id } = await addItem(shop.url, beanie)
    const idToken = await openAsOwner(page, shop, '/robots.txt')
    await callApi(shop.url, idToken, { method: 'DELETE', path: `/items/${id}` }) // The list is without it.
    let failures = 0
    await page.route(
      `**/api/manage/items/${id}`,
      (route) => {
        failures += 1
        return route.fulfill({ status: 503, body: '{}' })
      },
      { times: 2 },
    )
    await page.goto(`/manage?edit=${id}`)
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add a piece' })).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Edit Harbour Beanie' })).toBeFocused()
    expect(failures).toBe(2)
  })
})

/** Edits and copies the Harbour Beanie at the addresses of its forms, and goes to the list at the address of no piece. */
async function editByAddress(page: Page, id: string): Promise<void> {
  const form = itemForm(page)
  await page.goto(`/manage?edit=${id}`)
  await expect(page.getByRole('heading', { name: 'Edit Harbour Beanie' })).toBeFocused()
  await form.enter({ Tagline: 'Half a thought' })
  await page.goto(`/manage?duplicate=${id}`)
  await expect(page.getByRole('heading', { name: 'New piece like Harbour Beanie' })).toBeFocused()
  await form.enter({ Size: 'L' })
  await page.getByRole('main').getByRole('link', { name: '← Back' }).click()
  const notice = unsavedPiece(page, 'Harbour Beanie')
  await expect(notice.getByRole('button', { name: 'Continue' })).toBeVisible()
  await filter(page, 'Unsaved 1').click()
  await expect(rows(page)).toHaveText(['Harbour Beanie'])
  await expect(page.getByText('1 of 221 pieces')).toBeVisible()
  await takeAction(page, 'Edit', 'Harbour Beanie')
  await expect(form.field('Tagline')).toHaveValue('Half a thought')
  await page.goto('/manage?edit=AAAAAAAAAAAAAAAAAAAA')
  await expect(page.getByText('Item not found.')).toBeVisible()
  await expect(rows(page)).toHaveCount(100)
  await expect(page).toHaveURL('/manage')
}

/** Shows all of 221 pieces, while another owner adds one, and this one removes one. */
async function showAll(page: Page, shop: RunningShop): Promise<void> {
  const idToken = await createOwner(shop, 'other@example.com')
  expect((await sendItem(shop.url, idToken, minimalItem('Added meanwhile'))).ok).toBe(true)
  await expect(rows(page)).toHaveText(['Added meanwhile', ...scarfTitles(220, 122)])
  const more = page.getByRole('button', { name: 'Show more' })
  await more.press('Enter')
  await expect(rowButton(page, 'Edit', 'Scarf 121')).toBeFocused()
  await expect(rows(page)).toHaveText(['Added meanwhile', ...scarfTitles(220, 22)])
  await takeAction(page, 'Remove', 'Scarf 22')
  await expect(rowButton(page, 'Restore', 'Scarf 22')).toBeFocused()
  await expect(page.getByText('And 21 more.')).toBeVisible() // Both pages were loaded again.
  await more.press('Enter')
  await expect(rowButton(page, 'Edit', 'Scarf 20')).toBeFocused()
  await expect(rows(page)).toHaveText(['Added meanwhile', ...scarfTitles(220, 1), 'Harbour Beanie'])
  await expect(more).toHaveCount(0)
}

/** The titles of scarves from one number down to another. */
function scarfTitles(from: number, to: number): string[] {
  return Array.from({ length: from - to + 1 }, (_, index) => `Scarf ${from - index}`)
}
