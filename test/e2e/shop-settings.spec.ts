import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { Page } from '@playwright/test'

import { addItem } from '../kit/api-client.ts'
import { blockDrafts } from '../kit/browser/blocked-drafts.ts'
import { holdRequests, loseResponses } from '../kit/browser/held-requests.ts'
import { jpeg } from '../kit/browser/photo-field.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { plainPhoto } from '../kit/photos/photos.ts'
import { minimalItem } from '../kit/sample-items.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

/** Page object: the form on `/manage/shop`. */
function settingsForm(page: Page) {
  const main = page.getByRole('main')
  const photo = (label: string) => main.getByRole('group', { name: label, exact: true })
  return {
    field: (label: string) => main.getByRole('textbox', { name: label, exact: true }),
    save: main.getByRole('button', { name: 'Save changes' }),
    discard: main.getByRole('button', { name: 'Discard' }),
    status: main.getByRole('status').filter({ hasText: /Saved|unsaved/ }),
    photo,
    async opened() {
      await expect(main.getByRole('textbox', { name: 'Name of the shop' })).not.toHaveValue('')
    },
    async pick(label: string, colour: string) {
      const chooser = page.waitForEvent('filechooser')
      await photo(label).getByRole('button').first().click()
      await (await chooser).setFiles(jpeg('IMG_1.jpg', await plainPhoto(colour)))
    },
  }
}

/** Opens the form as two owners, each in a browser of her own. */
async function openForTwoOwners(page: Page, otherVisitor: Page, shop: RunningShop) {
  await openAsOwner(page, shop, '/manage/shop', 'first@example.com')
  await openAsOwner(otherVisitor, shop, '/manage/shop', 'second@example.com')
  const forms = [settingsForm(page), settingsForm(otherVisitor)] as const
  for (const form of forms) await form.opened()
  return forms
}

test.describe('/manage/shop, long after signing in', () => {
  test.use({ allowedErrors: /40[13] .*\/api\/manage\/shop/ })

  test('another number: she signs in again, and nothing that she typed is lost', async ({ page, shop }) => {
    await openAsOwner(page, shop, '/manage/shop')
    const form = settingsForm(page)
    await form.opened()
    {
      using database = new DatabaseSync(join(shop.dataDir, 'identity.sqlite'), { timeout: 5_000 })
      database.prepare('UPDATE refresh_tokens SET signed_in_at = ?').run(Date.now() - 10 * 60_000)
    }
    await shop.command('keys', 'rotate') // The page needs a new ID token.
    await form.field('Name of the shop').fill('Kandy Wool')
    await form.field('WhatsApp number').fill('077 123 4568')
    await form.save.click()
    await expect(page.getByRole('alert')).toContainText('You signed in a while ago.')
    await page.getByRole('alert').getByRole('link', { name: 'Sign in again' }).click()
    await expect(page.getByText('Sign in again to confirm it’s you. What you typed is kept.')).toBeVisible()
    await page.getByLabel('E-mail address').fill('owner@example.com')
    await page.getByLabel('Password').fill('a good password')
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('/manage/shop')
    await expect(form.field('WhatsApp number')).toHaveValue('077 123 4568')
    await expect(form.field('Name of the shop')).toHaveValue('Kandy Wool')
    await form.save.click()
    await expect(form.status).toContainText('Saved')
  })
})

test.describe('/manage/shop', () => {
  test('what an owner saves is on the next page of each visitor, also where it was cached', async ({
    page,
    otherVisitor,
    shop,
  }) => {
    const { id } = await addItem(shop.url, minimalItem('Scarf'))
    for (const path of ['/', `/item/${id}`, '/manifest.webmanifest']) await otherVisitor.goto(path)
    await openAsOwner(page, shop, '/manage/shop')
    const form = settingsForm(page)
    await form.opened()
    await expect(form.field('WhatsApp number')).toHaveValue('')

    await form.field('Name of the shop').fill('Nimali’s Wool')
    await form.field('WhatsApp number').fill('077 123 4568')
    await expect(page.getByText('Customers’ messages go to +94 77 123 4568.')).toBeVisible()
    await form.field('Headline').fill('Knitted by hand in Galle')
    await form.field('Who makes the pieces').fill('I’m Nimali.')
    await expect(page.getByText('Knitted by hand in Galle')).not.toHaveCount(0) // In the preview.
    await form.pick('Picture on the home page', '#a33')
    const focus = page.getByRole('slider', { name: 'Part that stays in sight' })
    await focus.press('ArrowLeft')
    await expect(focus).toHaveAttribute('aria-valuetext', '45% from the left, 50% from the top')
    await form.pick('Picture on the home page', '#a63')
    await expect(focus).toHaveAttribute('aria-valuetext', '50% from the left, 50% from the top')
    for (let press = 0; press < 4; press++) await focus.press('ArrowDown')
    await form.save.click()
    await expect(form.status).toContainText('Saved.')
    const picture = form.photo('Picture on the home page').locator('img').first()
    await expect(picture).toHaveAttribute('src', /^\/photos\//)
    const [, photoId = ''] = /^\/photos\/([0-9a-f]+)-/.exec((await picture.getAttribute('src')) ?? '') ?? []
    const testMessage = page.getByRole('link', { name: 'Send yourself a test message' })
    await expect(testMessage).toHaveAttribute('href', /^https:\/\/wa\.me\/94771234568\?text=Test%20message/)
    await expect(testMessage).toHaveAttribute('target', '_blank')

    await otherVisitor.goto('/')
    await expect(otherVisitor.getByRole('banner')).toContainText('Nimali’s Wool')
    await expect(otherVisitor.getByRole('heading', { name: 'Knitted by hand in Galle' })).toBeVisible()
    await expect(otherVisitor.getByText('I’m Nimali.')).toBeVisible()
    const hero = otherVisitor.locator(`.hero img[src^="/photos/${photoId}-"]`)
    await expect(hero).toHaveCSS('object-position', '50% 70%')
    await otherVisitor.goto(`/item/${id}`)
    await expect(otherVisitor.getByRole('link', { name: 'Enquire on WhatsApp' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/94771234568\?/,
    )
    await page.reload()
    await expect(form.field('WhatsApp number')).toHaveValue('+94 77 123 4568')
    await expect(form.photo('Picture on the home page').locator('img').first()).toHaveAttribute('src', /^\/photos\//)
    await expect(form.discard).toHaveCount(0)
  })

  test('a notice has the fields of its kind, needs its day, and is on the next page of each visitor', async ({
    page,
    otherVisitor,
    shop,
  }) => {
    await openAsOwner(page, shop, '/manage/shop')
    const form = settingsForm(page)
    await form.opened()
    const lastDay = page.getByLabel('Last day')
    await expect(lastDay).toHaveCount(0)
    await page.getByRole('radio', { name: 'Order by a day' }).check()
    await form.save.click()
    await expect(page.getByText('Enter a day, such as').first()).toBeVisible()
    await lastDay.fill('2099-12-11')
    await form.save.click()
    await expect(form.status).toContainText('Saved.')
    const notice = otherVisitor.getByRole('complementary', { name: 'Notice' })
    await otherVisitor.goto('/')
    await expect(notice).toHaveText('Order by Friday 11 December.')
    await page.getByRole('radio', { name: 'None' }).check()
    await form.save.click()
    await expect(form.status).toContainText('Saved.')
    await otherVisitor.goto('/')
    await expect(otherVisitor.getByRole('banner')).toBeVisible()
    await expect(notice).toHaveCount(0)
  })

  test('wrong fields say so until they are right; input survives a reload, and can be discarded', async ({
    page,
    shop,
  }) => {
    await openAsOwner(page, shop, '/manage/shop')
    const form = settingsForm(page)
    await form.opened()
    const name = form.field('Name of the shop')
    const number = form.field('WhatsApp number')
    await name.fill('')
    await number.fill('077')
    await form.pick('Picture of you', '#36a')
    await form.save.click()
    await expect(page.getByRole('alert')).toHaveText(/^Enter your shop’s name\. Enter a phone number, such as/)
    await expect(name).toBeFocused()
    await expect(number).toHaveAccessibleDescription(/Enter a phone number/)
    await name.fill('Wool')
    await expect(name).toHaveAccessibleDescription('')
    await number.fill('+94 77 000 0000') // The placeholder.
    await expect(number).toHaveAccessibleDescription(/Until you enter one/)
    await number.fill('+94 11 234 5678')
    await expect(number).toHaveAccessibleDescription(/messages go to \+94 112 345 678/)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(form.photo('Picture of you').locator('img')).toHaveAttribute('src', /^\/photos\//)

    await page.goBack() // As on a phone.
    await page.goto('/manage/shop')
    await expect(number).toHaveValue('+94 11 234 5678')
    await expect(name).toHaveValue('Wool')
    await expect(form.photo('Picture of you').locator('img')).toBeVisible()
    await expect(form.status).toHaveText('You have unsaved changes.')
    await form.discard.click() // The question is answered by 'Cancel', as by a slip of the thumb.
    await expect(name).toHaveValue('Wool')
    page.once('dialog', (dialog) => dialog.accept())
    await form.discard.click()
    await expect(name).toHaveValue('Stockinette')
    await expect(form.save).toBeFocused()
    await expect(form.photo('Picture of you').locator('img')).toHaveCount(0)
    await page.reload()
    await form.opened()
    await expect(name).toHaveValue('Stockinette')
    await expect(number).toHaveValue('')
  })

  test('a draft is discarded once the browser has deleted it: a reload at once does not bring it back', async ({
    page,
    shop,
  }) => {
    await openAsOwner(page, shop, '/manage/shop')
    const form = settingsForm(page)
    await form.opened()
    const name = form.field('Name of the shop')
    await name.fill('Wool')
    const unblock = await blockDrafts(page)
    page.once('dialog', (dialog) => dialog.accept())
    await form.discard.click()
    await expect(name).toHaveValue('Wool')
    await unblock()
    await expect(name).toHaveValue('Stockinette')
    await page.reload()
    await form.opened()
    await expect(name).toHaveValue('Stockinette')
  })

  test('texts in each language: a choice above them, another first language keeps each, and visitors see them', async ({
    page,
    shop,
  }) => {
    await openAsOwner(page, shop, '/manage/shop')
    const form = settingsForm(page)
    await form.opened()
    const texts = page.getByRole('group', { name: 'Language of your texts' })
    await expect(texts).toHaveCount(0)
    await form.field('Headline').fill('Warm wool')
    await page.getByRole('checkbox', { name: 'සිංහල' }).check()
    await texts.getByRole('radio', { name: 'සිංහල' }).check()
    const sinhala = form.field('Headline (සිංහල)')
    await expect(sinhala).toHaveAttribute('placeholder', 'Warm wool')
    await expect(sinhala).toHaveAttribute('lang', 'si')
    await sinhala.fill('x'.repeat(81))
    await texts.getByRole('radio', { name: 'English' }).check()
    await form.save.click()
    await expect(sinhala).toHaveAccessibleDescription(/Too long: please use 80 characters or fewer\./)
    await sinhala.fill('උණුසුම් ලොම්')
    await form.save.click()
    await expect(form.status).toContainText('Saved.')

    await page.getByRole('group', { name: 'First language' }).getByRole('radio', { name: 'සිංහල' }).check()
    await expect(form.field('Headline')).toHaveValue('උණුසුම් ලොම්')
    await page.getByRole('checkbox', { name: 'English' }).check()
    await texts.getByRole('radio', { name: 'English' }).check()
    await expect(form.field('Headline (English)')).toHaveValue('Warm wool')
    await form.save.click()
    await expect(form.status).toContainText('Saved.')
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'උණුසුම් ලොම්' })).toBeVisible()
    await page.goto('/en')
    await expect(page.getByRole('heading', { name: 'Warm wool' })).toBeVisible()
  })

  test('a file that is no picture leaves the picture as it is, with the part of it that stays in sight', async ({
    page,
    shop,
  }) => {
    await openAsOwner(page, shop, '/manage/shop')
    const form = settingsForm(page)
    await form.opened()
    const picture = form.photo('Picture on the home page')
    await form.pick('Picture on the home page', '#36a')
    await form.save.click()
    await expect(form.status).toContainText('Saved.')
    await expect(picture.locator('img').first()).toHaveAttribute('src', /^\/photos\//)
    const before = await picture.locator('img').first().getAttribute('src')
    const chooser = page.waitForEvent('filechooser')
    await picture.getByRole('button', { name: 'Choose another' }).click()
    await (await chooser).setFiles(jpeg('IMG_2.jpg', Buffer.from('no picture')))
    await expect(picture.getByRole('alert')).toContainText('IMG_2.jpg')
    await expect(picture.locator('img').first()).toHaveAttribute('src', before ?? '')
    await form.field('Place').fill('Kandy')
    await form.save.click()
    await expect(form.status).toContainText('Saved.')
    await page.reload()
    await form.opened()
    await expect(picture.locator('img').first()).toHaveAttribute('src', before ?? '')
  })

  test('a file that turns out to be no picture stops a save that waits for it; the next one saves the rest', async ({
    page,
    shop,
  }) => {
    const resizing = await holdRequests(page, '**/resize-worker-*.js')
    await openAsOwner(page, shop, '/manage/shop')
    const form = settingsForm(page)
    await form.opened()
    const picture = form.photo('Picture on the home page')
    const chooser = page.waitForEvent('filechooser')
    await picture.getByRole('button', { name: 'Choose a picture' }).click()
    await (await chooser).setFiles(jpeg('IMG_2.jpg', Buffer.from('no picture')))
    await form.field('Place').fill('Kandy')
    await form.save.click()
    await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible()
    resizing.release()
    await expect(picture).toBeFocused()
    await expect(picture).toHaveAccessibleDescription(/IMG_2\.jpg/)
    await expect(form.status).toHaveText('You have unsaved changes.')
    await form.save.click()
    await expect(form.status).toContainText('Saved.')
  })

  test('a draft that is opened later: what others have changed since is shown next to it', async ({
    page,
    otherVisitor,
    shop,
  }) => {
    const [first, second] = await openForTwoOwners(page, otherVisitor, shop)
    await first.field('Place').fill('Half a tho')
    await expect(first.status).toHaveText('You have unsaved changes.')
    await second.field('Place').fill('Kandy, Sri Lanka')
    await second.field('Headline').fill('Theirs')
    await second.save.click()
    await expect(second.status).toContainText('Saved.')
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('were changed elsewhere while you were editing')
    await expect(first.field('Place')).toHaveAccessibleDescription(/They wrote: Kandy, Sri Lanka/)
    await expect(first.field('Place')).toHaveValue('Half a tho')
    await expect(first.field('Headline')).toHaveValue('Theirs')
    await expect(page.getByText(/They wrote/)).toHaveCount(1)
  })

  test('a draft picture: one that another owner has chosen or removed since is named next to it', async ({
    page,
    otherVisitor,
    shop,
  }) => {
    const [first, second] = await openForTwoOwners(page, otherVisitor, shop)
    const picked = (form: typeof first, label: string) => form.photo(label).locator('img').first()
    await first.pick('Picture for the link', '#a33')
    await expect(picked(first, 'Picture for the link')).toHaveAttribute('src', /^\/photos\//)
    await first.save.click()
    await expect(first.status).toContainText('Saved.')
    await otherVisitor.reload()

    for (const label of ['Picture for the link', 'Picture of you']) {
      await first.pick(label, '#3a6')
      await expect(picked(first, label)).toHaveAttribute('src', /^\/photos\//)
    }
    await second.photo('Picture for the link').getByRole('button', { name: 'Remove' }).click()
    await second.pick('Picture of you', '#63a')
    await second.save.click()
    await expect(second.status).toContainText('Saved.')
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('were changed elsewhere while you were editing')
    await expect(first.photo('Picture for the link')).toHaveAccessibleDescription(/The picture was removed elsewhere\./)
    await expect(first.photo('Picture of you')).toHaveAccessibleDescription(/Another picture was chosen elsewhere\./)
    await first.save.click()
    await expect(first.status).toContainText('Saved.')
    await page.reload()
    await first.opened()
    await expect(picked(first, 'Picture of you')).toHaveAttribute('src', /^\/photos\//)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('a picture that is chosen while another one is saved is the next draft, and no conflict', async ({
    page,
    shop,
  }) => {
    await openAsOwner(page, shop, '/manage/shop')
    const form = settingsForm(page)
    await form.opened()
    const picture = form.photo('Picture of you').locator('img')
    await form.pick('Picture of you', '#a33')
    await expect(picture).toHaveAttribute('src', /^\/photos\//)
    const first = (await picture.getAttribute('src')) ?? ''
    const puts = await holdRequests(page, '**/api/manage/shop')
    await form.save.click()
    await expect.poll(() => puts.count()).toBe(1)
    await form.pick('Picture of you', '#3a6')
    await expect(picture).not.toHaveAttribute('src', first)
    await expect(picture).toHaveAttribute('src', /^\/photos\//)
    const second = (await picture.getAttribute('src')) ?? ''
    puts.release()
    await expect(form.status).toContainText('You have unsaved changes.')
    await page.reload()
    await expect(picture).toHaveAttribute('src', second)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('the later of two tabs says that the draft is open in the other one', async ({ page, context, shop }) => {
    await openAsOwner(page, shop, '/manage/shop')
    await settingsForm(page).opened()
    const notice = 'This draft is also open in another tab.'
    const other = await context.newPage()
    await other.goto('/manage/shop')
    await expect(other.getByText(notice)).toBeVisible()
    await expect(page.getByText(notice)).toHaveCount(0)
    await page.close()
    await expect(other.getByText(notice)).toHaveCount(0)
  })

  test('what is to be corrected is in sight: a text in a language that is off, a field of another kind of notice', async ({
    page,
    shop,
  }) => {
    await openAsOwner(page, shop, '/manage/shop')
    const form = settingsForm(page)
    await form.opened()
    const tamil = page.getByRole('checkbox', { name: 'தமிழ்' })
    const texts = page.getByRole('group', { name: 'Language of your texts' })
    await tamil.check()
    await texts.getByRole('radio', { name: 'தமிழ்' }).check()
    await form.field('Headline (தமிழ்)').fill('x'.repeat(81))
    await tamil.uncheck()
    await expect(texts).toHaveCount(0)
    await form.save.click()
    await expect(form.field('Headline (தமிழ்)')).toBeFocused()
    await expect(form.field('Headline (தமிழ்)')).toHaveAccessibleDescription(/Too long/)
    await form.field('Headline (தமிழ்)').fill('கதகதப்பு')
    await form.save.click()
    await expect(form.status).toContainText('Saved.')
    await expect(texts).toHaveCount(0)

    const kind = (name: string) => page.getByRole('radio', { name, exact: true })
    await kind('Everything is made to order').check()
    await form.field('Weeks it takes').fill('99')
    await kind('None').check()
    await expect(form.field('Weeks it takes')).toHaveCount(0)
    await form.save.click()
    await expect(form.field('Weeks it takes')).toBeFocused()
    await form.field('Weeks it takes').fill('3')
    await form.save.click()
    await expect(form.status).toContainText('Saved.')
    await expect(form.field('Weeks it takes')).toHaveCount(0)
  })

  test.describe('settings that another owner has changed', () => {
    test.use({ allowedErrors: /status of 412/ })

    test('are shown next to their fields, and nothing typed is lost', async ({ page, otherVisitor, shop }) => {
      const [first, second] = await openForTwoOwners(page, otherVisitor, shop)
      await first.field('Headline').fill('Theirs')
      await first.field('Place').fill('Kandy')
      const qrCode = (visitor: Page) => visitor.getByRole('checkbox', { name: 'QR' })
      await qrCode(page).uncheck()
      await first.save.click()
      await expect(first.status).toContainText('Saved.')

      await second.field('Headline').fill('Mine')
      await second.save.click()
      await expect(otherVisitor.getByRole('alert')).toContainText('were changed elsewhere while you were editing')
      await expect(second.field('Headline')).toHaveAccessibleDescription(/They wrote: Theirs/)
      await expect(second.field('Place')).toHaveAccessibleDescription(/They wrote: Kandy/)
      await expect(qrCode(otherVisitor)).toHaveAccessibleDescription('They unticked this.')
      await expect(second.field('Headline')).toHaveValue('Mine')
      await expect(second.field('Place')).toHaveValue('Kandy')
      await second.save.click()
      await expect(second.status).toContainText('Saved.')
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible()
    })
  })

  test.describe('a save whose response was lost', () => {
    test.use({ allowedErrors: /status of 412|net::ERR/ })

    test('what it has saved is no edit conflict: one more change is saved', async ({ page, shop }) => {
      await openAsOwner(page, shop, '/manage/shop')
      const form = settingsForm(page)
      await form.opened()
      await form.field('Headline').fill('Mine')
      await form.field('Place').fill('Kandy')
      await loseResponses(page, '**/api/manage/shop')
      await form.save.click()
      await expect(page.getByRole('alert')).toContainText('No connection.')
      await form.field('Place').fill('Kandy, Sri Lanka')
      await form.save.click()
      await expect(form.status).toContainText('Saved.')
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible()
      await expect(page.getByText('Kandy, Sri Lanka')).toBeVisible()
    })
  })

  test.describe('for visitors who are not owners', () => {
    test.use({ allowedErrors: /status of 40[13]/ })

    test('shows no settings and has noindex', async ({ page }) => {
      await page.goto('/manage/shop')
      await expect(page.getByRole('main').getByText('This page is for the shop’s owner.')).toBeVisible()
      await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
      await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
        'href',
        '/sign-in?next=%2Fmanage%2Fshop',
      )
    })
  })
})
