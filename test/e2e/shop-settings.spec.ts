import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { Locator, Page } from '@playwright/test'

import { addOwner, createOwner } from '../kit/accounts.ts'
import { addItem } from '../kit/api-client.ts'
import { whileCached } from '../kit/browser/away.ts'
import { blockDrafts } from '../kit/browser/blocked-drafts.ts'
import { holdRequests, loseResponses } from '../kit/browser/held-requests.ts'
import { typeImpossibleDay } from '../kit/browser/impossible-day.ts'
import { jpeg } from '../kit/browser/photo-field.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner, ownerPassword, startSession, storeSession } from '../kit/browser/sign-in.ts'
import { callApi, changeSettings } from '../kit/manage-client.ts'
import { drawPhoto, plainPhoto, uploadPhoto } from '../kit/photos/photos.ts'
import { minimalItem } from '../kit/sample-items.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

const settingsPath = '/manage/shop'

/** Page object: the form on `/manage/shop`. */
function settingsForm(page: Page) {
  const main = page.getByRole('main')
  const field = (label: string) => main.getByRole('textbox', { name: label, exact: true })
  const photo = (label: string) => main.getByRole('group', { name: label, exact: true })
  const save = main.getByRole('button', { name: 'Save changes' })
  const status = main.getByRole('status').filter({ hasText: /Saved|unsaved/ })
  return {
    field,
    photo,
    /** The picture that is picked or saved. */
    picture: (label: string) => photo(label).locator('img').first(),
    save,
    status,
    discard: main.getByRole('button', { name: 'Discard' }),
    opened: () => expect(field('Name of the shop')).not.toHaveValue(''),
    async saves() {
      await save.click()
      await expect(status).toContainText('Saved.')
    },
    async pick(label: string, bytes: string | Buffer, name = 'IMG_1.jpg') {
      const chooser = page.waitForEvent('filechooser')
      await photo(label).getByRole('button').first().click()
      const buffer = typeof bytes === 'string' ? await plainPhoto(bytes) : bytes
      await (await chooser).setFiles(jpeg(name, buffer))
    },
  }
}

const uploaded = /^\/photos\//

/** Opens the form as an owner. */
async function openSettings(page: Page, shop: RunningShop) {
  await openAsOwner(page, shop, settingsPath)
  const form = settingsForm(page)
  await form.opened()
  return form
}

test('the bar with ‘Save changes’ never covers the field that has the focus', async ({ page, shop }) => {
  const { save } = await openSettings(page, shop)
  for (const [width, height] of [
    [360, 568],
    [1280, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    for (let stops = 0; !(await save.evaluate((button) => button.matches(':focus'))); stops++) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(isUncovered), `at ${width} px, after ${stops + 1} keys`).toBe(true)
      expect(stops).toBeLessThan(200)
    }
  }
})

/** Whether the middle of the focused element's first line is not covered. */
const isUncovered = `(() => {
  const { left, top, width, height } = document.activeElement.getBoundingClientRect()
  const touched = document.elementFromPoint(left + width / 2, top + Math.min(height, 40) / 2)
  return document.activeElement.contains(touched) || touched?.contains(document.activeElement)
})()`

test.describe('/manage/shop, long after signing in', () => {
  test.use({ allowedErrors: /403 .*\/api\/manage\/shop/ })

  test('another number: she signs in again, and nothing that she typed is lost', async ({ page, shop }) => {
    const email = 'owner@example.com'
    await addOwner(shop, email)
    const session = await startSession(shop, { email, password: ownerPassword })
    {
      using database = new DatabaseSync(join(shop.dataDir, 'identity.sqlite'), { timeout: 5_000 })
      database.prepare('UPDATE refresh_tokens SET signed_in_at = ?').run(Date.now() - 10 * 60_000)
    }
    await storeSession(page, email, session, 0) // The page needs a new ID token.
    await page.goto(settingsPath)
    const form = settingsForm(page)
    await form.opened()
    await form.field('Name of the shop').fill('Kandy Wool')
    await form.field('WhatsApp number').fill('077 123 4568')
    await form.save.click()
    await expect(page.getByRole('alert')).toContainText('You signed in a while ago.')
    await page.getByRole('alert').getByRole('link', { name: 'Sign in again' }).click()
    await expect(page.getByText('Sign in again to confirm it’s you. What you typed is kept.')).toBeVisible()
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill('a good password')
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(settingsPath)
    await expect(form.field('WhatsApp number')).toHaveValue('077 123 4568')
    await expect(form.field('Name of the shop')).toHaveValue('Kandy Wool')
    await form.saves()
  })
})

test.describe('/manage/shop', () => {
  test('what an owner saves is shown at once, and is on the next page of each visitor, also where it was cached', async ({
    page,
    shop,
  }) => {
    const read = async (path: string) => (await fetch(shop.url + path)).text()
    const { id } = await addItem(shop.url, minimalItem('Scarf'))
    for (const path of ['/', `/item/${id}`]) await read(path)
    const form = await openSettings(page, shop)
    await expect(form.field('WhatsApp number')).toHaveValue('')

    await test.step('what is typed is in the preview, and the part of a picture that stays in sight can be chosen', async () => {
      await form.field('Name of the shop').fill('Nimali’s Wool')
      await form.field('WhatsApp number').fill('077 123 4568')
      await expect(page.getByText('Customers’ messages go to +94 77 123 4568.')).toBeVisible()
      await form.field('Headline').fill('Knitted by hand in Galle')
      await form.field('Who makes the pieces').fill('I’m Nimali.')
      await expect(page.getByText('Knitted by hand in Galle')).not.toHaveCount(0)
      await form.pick('Picture on the home page', '#a33')
      const focus = page.getByRole('slider', { name: 'Part that stays in sight' })
      await focus.press('ArrowLeft')
      await expect(focus).toHaveAttribute('aria-valuetext', '45% from the left, 50% from the top')
      await form.pick('Picture on the home page', '#a63')
      await expect(focus).toHaveAttribute('aria-valuetext', '50% from the left, 50% from the top')
      for (let press = 0; press < 4; press++) await focus.press('ArrowDown')
      await form.saves()
    })

    await test.step('the form has a link to test the number', async () => {
      const testMessage = page.getByRole('link', { name: 'Send yourself a test message' })
      await expect(testMessage).toHaveAttribute('href', /^https:\/\/wa\.me\/94771234568\?text=Test%20message/)
      await expect(testMessage).toHaveAttribute('target', '_blank')
    })

    await test.step('a notice has the fields of its kind, and needs its day; a field that is wrong is in sight', async () => {
      const kind = (name: string) => page.getByRole('radio', { name, exact: true })
      const [lastDay, weeks] = [page.getByLabel('Last day'), form.field('Weeks it takes')]
      await kind('Everything is made to order').check()
      await weeks.fill('99')
      await kind('None').check()
      await expect(weeks).toHaveCount(0)
      await form.save.click()
      await expect(weeks).toBeFocused()
      await weeks.fill('3')
      await form.saves()
      await expect(weeks).toHaveCount(0)
      await expect(lastDay).toHaveCount(0)

      await kind('Order by a day').check()
      await form.save.click()
      await expect(page.getByText('Enter a day, such as').first()).toBeVisible()
      await lastDay.fill('2099-12-11')
      await form.saves()

      await kind('We’re closed').check()
      await lastDay.fill('')
      await typeImpossibleDay(lastDay)
      const saved: string[] = []
      page.on('request', (request) => request.method() === 'PUT' && saved.push(request.url()))
      await form.save.click()
      await expect(lastDay).toHaveAccessibleDescription(/Enter a day, such as/)
      expect(saved).toEqual([])
      await kind('Order by a day').check()
      await lastDay.fill('2099-12-11')
      await expect(lastDay).not.toHaveAccessibleDescription(/Enter a day/)
      await form.saves()
    })

    await expect(form.picture('Picture on the home page')).toHaveAttribute('src', uploaded)
    const [, photoId = ''] =
      /^\/photos\/([0-9a-f]+)-/.exec(await sourceOf(form.picture('Picture on the home page'))) ?? []
    await page.goto('/')
    await expect(page.getByRole('banner')).toContainText('Nimali’s Wool')
    await expect(page.getByRole('heading', { name: 'Knitted by hand in Galle' })).toBeVisible()
    await expect(page.getByText('I’m Nimali.')).toBeVisible()
    await expect(page.locator(`.hero img[src^="/photos/${photoId}-"]`)).toHaveCSS('object-position', '50% 70%')
    await expect(page.getByRole('complementary', { name: 'Notice' })).toHaveText('Order by Friday 11 December.')
    expect(await read(`/item/${id}`)).toMatch(/href="https:\/\/wa\.me\/94771234568\?text=[^]*Enquire on WhatsApp/)

    await page.goto(settingsPath)
    await expect(form.field('WhatsApp number')).toHaveValue('+94 77 123 4568')
    await expect(form.picture('Picture on the home page')).toHaveAttribute('src', uploaded)
    await expect(form.discard).toHaveCount(0)
    await page.getByRole('radio', { name: 'None', exact: true }).check()
    await form.saves()
    expect(await read('/')).not.toContain('Order by')
  })

  test('wrong fields say so until they are right; input survives a reload, is known in other tabs, and can be discarded', async ({
    page,
    context,
    shop,
  }) => {
    const form = await openSettings(page, shop)
    const name = form.field('Name of the shop')
    const number = form.field('WhatsApp number')
    const picture = form.photo('Picture of you').locator('img')
    await test.step('wrong fields say so until they are right', async () => {
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
      await expect(picture).toHaveAttribute('src', uploaded)
    })

    await test.step('input survives a reload', async () => {
      await page.goBack() // As on a phone.
      await page.goto(settingsPath)
      await expect(number).toHaveValue('+94 11 234 5678')
      await expect(name).toHaveValue('Wool')
      await expect(picture).toBeVisible()
      await expect(form.status).toHaveText('You have unsaved changes.')
    })

    await test.step('it is discarded once the browser has deleted it, and does not come back', async () => {
      await form.discard.click() // The question is answered by 'Cancel', as by a slip of the thumb.
      await expect(name).toHaveValue('Wool')
      const unblock = await blockDrafts(page)
      page.once('dialog', (dialog) => dialog.accept())
      await form.discard.click()
      await expect(name).toHaveValue('Wool')
      await unblock()
      await expect(name).toHaveValue('Stockinette')
      await expect(form.save).toBeFocused()
      await expect(picture).toHaveCount(0)
      await page.reload()
      await form.opened()
      await expect(name).toHaveValue('Stockinette')
      await expect(number).toHaveValue('')
    })

    await test.step('a page that comes back from the back/forward cache shows what was typed in a later one', async () => {
      await number.fill('+94 11 234 5678')
      await whileCached(page, async () => {
        const other = await context.newPage()
        const later = settingsForm(other)
        await other.goto(settingsPath)
        await later.opened()
        await later.field('Name of the shop').fill('Wool')
        await other.close()
      })
      await expect(name).toHaveValue('Wool')
      await expect(number).toHaveValue('+94 11 234 5678')
    })

    await test.step('the later of two tabs says that the draft is open in the other one', async () => {
      const notice = 'This draft is also open in another tab.'
      const other = await context.newPage()
      await other.goto(settingsPath)
      await expect(other.getByText(notice)).toBeVisible()
      await expect(page.getByText(notice)).toHaveCount(0)
      await page.close()
      await expect(other.getByText(notice)).toHaveCount(0)
    })
  })

  test('a saved change is not found as a draft: ‘Saved.’ waits until the browser has deleted it, half a second at most', async ({
    page,
    shop,
  }) => {
    const form = await openSettings(page, shop)
    const name = form.field('Name of the shop')
    const saveWhileBlocked = async (text: string) => {
      await name.fill(`${text} `)
      await expect(form.status).toHaveText('You have unsaved changes.')
      const unblock = await blockDrafts(page)
      await form.save.click()
      await expect(name).toHaveValue(text) // As the shop has saved it.
      await expect(form.status).toHaveCount(0)
      return unblock
    }
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)

    const unblock = await saveWhileBlocked('Kandy Wool')
    await unblock()
    await expect(form.status).toContainText('Saved.')

    await saveWhileBlocked('Galle Wool')
    await page.clock.runFor(500)
    await expect(form.status).toContainText('Saved.')
  })

  test('texts in each language: a choice above them, another first language keeps each, and what is to be corrected is in sight', async ({
    page,
    shop,
  }) => {
    const form = await openSettings(page, shop)
    const texts = page.getByRole('group', { name: 'Language of your texts' })
    const write = (language: string) => texts.getByRole('radio', { name: language }).check()
    await expect(texts).toHaveCount(0)

    await test.step('a text in a language that is off', async () => {
      const headline = form.field('Headline (தமிழ்)')
      await page.getByRole('checkbox', { name: 'தமிழ்' }).check()
      await write('தமிழ்')
      await headline.fill('x'.repeat(81))
      await page.getByRole('checkbox', { name: 'தமிழ்' }).uncheck()
      await expect(texts).toHaveCount(0)
      await form.save.click()
      await expect(headline).toBeFocused()
      await expect(headline).toHaveAccessibleDescription(/Too long/)
      await headline.fill('கதகதப்பு')
      await form.saves()
      await expect(texts).toHaveCount(0)
    })

    await test.step('a text in another language than the one that is shown', async () => {
      await form.field('Headline').fill('Warm wool')
      await page.getByRole('checkbox', { name: 'සිංහල' }).check()
      await write('සිංහල')
      const sinhala = form.field('Headline (සිංහල)')
      await expect(sinhala).toHaveAttribute('placeholder', 'Warm wool')
      await expect(sinhala).toHaveAttribute('lang', 'si')
      await sinhala.fill('x'.repeat(81))
      await write('English')
      await form.save.click()
      await expect(sinhala).toHaveAccessibleDescription(/Too long: please use 80 characters or fewer\./)
      await sinhala.fill('උණුසුම් ලොම්')
      await form.saves()
    })

    await test.step('another first language keeps each text, and visitors see them', async () => {
      await page.getByRole('group', { name: 'First language' }).getByRole('radio', { name: 'සිංහල' }).check()
      await expect(form.field('Headline')).toHaveValue('උණුසුම් ලොම්')
      await page.getByRole('checkbox', { name: 'English' }).check()
      await write('English')
      await expect(form.field('Headline (English)')).toHaveValue('Warm wool')
      await form.saves()
      expect(await (await fetch(shop.url)).text()).toContain('<h2>උණුසුම් ලොම්</h2>')
      expect(await (await fetch(`${shop.url}/en`)).text()).toContain('<h2>Warm wool</h2>')
    })

    await test.step('a text that is cleared is gone', async () => {
      await form.field('Headline (English)').fill('')
      await form.saves()
      await expect(form.field('Headline (English)')).toHaveValue('')
      expect(await (await fetch(`${shop.url}/en`)).text()).not.toContain('Warm wool')
    })
  })

  test('pictures: a file that is not a picture stops a save; a picture that is chosen during a save becomes the next draft', async ({
    page,
    shop,
  }) => {
    const resizing = await holdRequests(page, '**/resize-worker-*.js')
    const form = await openSettings(page, shop)
    const noPicture = Buffer.from('no picture')
    const [home, portrait] = [form.picture('Picture on the home page'), form.picture('Picture of you')]
    const problemsOf = form.photo('Picture on the home page')

    await test.step('a file that turns out to be no picture stops a save that waits for it; the next one saves the rest', async () => {
      await form.pick('Picture on the home page', noPicture, 'IMG_2.jpg')
      await form.field('Place').fill('Kandy')
      await form.save.click()
      await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible()
      resizing.release()
      await expect(problemsOf).toBeFocused()
      await expect(problemsOf).toHaveAccessibleDescription(/IMG_2\.jpg/)
      await expect(form.status).toHaveText('You have unsaved changes.')
      await form.saves()
    })

    await form.pick('Picture on the home page', '#36a')
    const focus = page.getByRole('slider', { name: 'Part that stays in sight' })
    await focus.press('ArrowDown')
    const expectFocus = () => expect(focus).toHaveAttribute('aria-valuetext', '50% from the left, 55% from the top')
    await form.saves()
    await expect(home).toHaveAttribute('src', uploaded)
    const before = await sourceOf(home)
    await test.step('a file that is no picture leaves the picture as it is, with the part of it that stays in sight', async () => {
      await form.pick('Picture on the home page', noPicture, 'IMG_3.jpg')
      await expect(problemsOf.getByRole('alert')).toContainText('IMG_3.jpg')
      await expect(home).toHaveAttribute('src', before)
      await expectFocus()
      await form.field('Place').fill('Galle')
      await form.saves()
    })

    await test.step('a picture that is chosen while another one is saved is the next draft, and no conflict', async () => {
      await form.pick('Picture of you', '#a33')
      await expect(portrait).toHaveAttribute('src', uploaded)
      const first = await sourceOf(portrait)
      const puts = await holdRequests(page, '**/api/manage/shop')
      await form.save.click()
      await expect.poll(() => puts.count()).toBe(1)
      await form.pick('Picture of you', '#3a6')
      await expect(portrait).not.toHaveAttribute('src', first)
      await expect(portrait).toHaveAttribute('src', uploaded)
      const second = await sourceOf(portrait)
      puts.release()
      await expect(form.status).toContainText('You have unsaved changes.')
      await page.reload()
      await expect(portrait).toHaveAttribute('src', second)
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
    await expect(home).toHaveAttribute('src', before)
    await expectFocus()
  })
})

test.describe('/manage/shop: what another owner changes', () => {
  test.use({ allowedErrors: /status of 412|net::ERR/ })

  test('is shown next to its fields, and nothing typed is lost; what this owner has saved herself is no conflict', async ({
    page,
    shop,
  }) => {
    const idToken = await createOwner(shop, 'other@example.com')
    const upload = async () => (await uploadPhoto({ url: shop.url, idToken }, drawPhoto(320, 400))).id
    const changeElsewhere = (changes: object) => changeSettings(shop.url, idToken, changes)
    const stored = async () =>
      (await (await callApi(shop.url, idToken, { method: 'GET', path: settingsPath })).json()) as object
    await changeElsewhere({ sharePhoto: await upload() })
    const form = await openSettings(page, shop)
    const wasChanged = page.getByRole('alert').getByText('were changed elsewhere while you were editing')

    await test.step('a save whose response was lost is no conflict: one more change is saved', async () => {
      await form.field('Headline').fill('Mine')
      await form.field('Place').fill('Kandy')
      await loseResponses(page, '**/api/manage/shop')
      await form.save.click()
      await expect(page.getByRole('alert')).toContainText('No connection.')
      await form.field('Place').fill('Kandy, Sri Lanka')
      await form.saves()
      expect(await stored()).toMatchObject({ headline: 'Mine', place: 'Kandy, Sri Lanka' })
    })

    await test.step('a save is refused, and shows it; the next one saves', async () => {
      await changeElsewhere({ headline: 'Theirs', place: 'Galle', qrCode: false })
      await form.field('Headline').fill('Mine again')
      await form.save.click()
      await expect(wasChanged).toBeVisible()
      await expect(form.field('Headline')).toHaveAccessibleDescription(/They wrote: Theirs/)
      await expect(form.field('Place')).toHaveAccessibleDescription(/They wrote: Galle/)
      await expect(page.getByRole('checkbox', { name: 'QR' })).toHaveAccessibleDescription('They unticked this.')
      await expect(form.field('Headline')).toHaveValue('Mine again')
      await expect(form.field('Place')).toHaveValue('Galle')
      await form.saves()
      expect(await stored()).toMatchObject({ headline: 'Mine again', place: 'Galle', qrCode: false })
    })

    await test.step('a draft that is opened later shows it', async () => {
      await form.field('Place').fill('Half a tho')
      await expect(form.status).toHaveText('You have unsaved changes.')
      await changeElsewhere({ place: 'Kandy, Sri Lanka', headline: 'Theirs' })
      await page.reload()
      await expect(wasChanged).toBeVisible()
      await expect(form.field('Place')).toHaveAccessibleDescription(/They wrote: Kandy, Sri Lanka/)
      await expect(form.field('Place')).toHaveValue('Half a tho')
      await expect(form.field('Headline')).toHaveValue('Theirs')
      await expect(page.getByText(/They wrote/)).toHaveCount(1)
      await form.saves()
    })

    await test.step('another last day of a notice that has ended meanwhile is saved with the notice', async () => {
      const ended = { noticeKind: null, noticeUntil: null }
      const lastDay = page.getByLabel('Last day')
      await changeElsewhere({ noticeKind: 'closed', noticeUntil: '2099-01-02' })
      await page.reload()
      await lastDay.fill('2099-01-30')
      await changeElsewhere(ended)
      await form.save.click()
      await expect(wasChanged).toBeVisible()
      await form.saves()
      expect(await stored()).toMatchObject({ noticeKind: 'closed', noticeUntil: '2099-01-30' })
      await lastDay.fill('2099-02-10')
      await expect(form.status).toHaveText('You have unsaved changes.')
      await changeElsewhere(ended)
      await page.reload()
      await expect(wasChanged).toBeVisible()
      await form.saves()
      expect(await stored()).toMatchObject({ noticeKind: 'closed', noticeUntil: '2099-02-10' })
    })

    await test.step('next to a draft picture, that another one was chosen or that it was removed', async () => {
      for (const label of ['Picture for the link', 'Picture of you']) {
        await form.pick(label, '#3a6')
        await expect(form.picture(label)).toHaveAttribute('src', uploaded)
      }
      const mine = await sourceOf(form.picture('Picture of you'))
      await changeElsewhere({ sharePhoto: null, aboutPhoto: await upload() })
      await page.reload()
      await expect(wasChanged).toBeVisible()
      await expect(form.photo('Picture for the link')).toHaveAccessibleDescription(
        /The picture was removed elsewhere\./,
      )
      await expect(form.photo('Picture of you')).toHaveAccessibleDescription(/Another picture was chosen elsewhere\./)
      await form.saves()
      await page.reload()
      await form.opened()
      await expect(form.picture('Picture of you')).toHaveAttribute('src', mine)
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
  })
})

/** The URL of a picture. */
async function sourceOf(picture: Locator): Promise<string> {
  return (await picture.getAttribute('src')) ?? ''
}
