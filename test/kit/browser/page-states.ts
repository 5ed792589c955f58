import type { Page } from '@playwright/test'

import { createOwner } from '../accounts.ts'
import { addItem, addItems, callIdentity, type NewItem } from '../api-client.ts'
import { addItemWithPhotos } from '../photos/item-with-photos.ts'
import { plainPhoto } from '../photos/photos.ts'
import { minimalItem, scarves } from '../sample-items.ts'
import type { RunningShop } from '../shop/shop-process.ts'
import { newShopVisitorPages, textOf, visitorPages, type VisitorPage } from '../shop/visitor-pages.ts'
import { requestLink } from './action-link.ts'
import { isLive } from './home-page.ts'
import { itemForm } from './item-form.ts'
import { takeAction } from './manage-page.ts'
import { jpeg, photoField } from './photo-field.ts'
import { expect } from './shop-fixtures.ts'
import { openAsOwner, signIn } from './sign-in.ts'

interface PageContext {
  readonly page: Page
  readonly shop: RunningShop
  /** The item that is shown or typed. */
  readonly newItem: NewItem
}

type OpenPage = (context: PageContext) => Promise<void>

type ShowPage = (context: PageContext, path: string) => Promise<void>

/** How a browser comes to these states of visitors' pages. All others show their text when they are opened. */
const steps: Readonly<Partial<Record<keyof typeof visitorPages | keyof typeof newShopVisitorPages, ShowPage>>> = {
  'item with every field': async ({ page }, path) => {
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Enquire on WhatsApp' })).toBeVisible()
  },
  'item with other ways to ask, in the enquiry': async ({ page }, path) => {
    await page.goto(path)
    await page.getByRole('button', { name: 'Add to enquiry' }).click()
    await page.getByText('Other ways to ask').click()
    await expect(page.getByRole('textbox', { name: 'Your message' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'In enquiry' })).toBeVisible()
  },
  'enquiry, with a piece that is gone, and one just removed': async ({ page }, path) => {
    await page.goto(path)
    await page.getByText('Other ways to ask').click()
    await expect(page.getByRole('link', { name: 'Undo' })).toBeVisible()
    await expect(page.getByText('This piece is no longer available.')).toBeVisible()
  },
  'pieces, one in the enquiry': async ({ page }, path) => {
    await page.goto(path)
    await page.getByRole('button', { name: 'Add to enquiry' }).first().click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Enquiry' })).toContainText('1')
  },
  'item with several photos': async ({ page }, path) => {
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Photo 1 of 8' })).toHaveAttribute('aria-current', 'true')
  },
  'pieces, with the search of the header open': async ({ page }, path) => {
    await page.goto(path)
    await page.locator('.header-search > summary').click()
    await expect(page.getByRole('banner').getByRole('searchbox')).toBeVisible()
  },
  'pieces of a category, searched and filtered': async ({ page }, path) => {
    await page.goto(path)
    await page.locator('.filter-form > summary').evaluate((summary: { click(): void }) => summary.click())
    await expect(page.locator('#items mark').first()).toBeVisible()
  },
  'pieces, nothing found': async ({ page }, path) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Newest pieces' })).toBeVisible()
  },
  'pieces, filters in a sheet': async ({ page }, path) => {
    await page.setViewportSize({ width: 320, height: 740 })
    await page.goto(path)
    await expect(page.locator('summary[aria-haspopup=dialog]')).toBeAttached()
    await page.locator('.filter-form > summary').click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Show pieces' })).toBeVisible()
  },
  'pieces, empty, for an owner': async ({ page, shop }, path) => {
    await openAsOwner(page, shop, path)
    await expect(page.getByRole('main').getByRole('link', { name: 'Add item' })).toBeVisible()
  },
  'home, full, with photos, a sold and a reserved item': async ({ page }, path) => {
    await page.goto(path)
    await expect(page.getByRole('article')).toHaveCount(24)
    await expect(page.getByRole('article').getByText('Sold')).toBeVisible()
    await expect(page.getByRole('article').getByText('Reserved')).toBeVisible()
  },
  'pieces, of many categories': async ({ page }, path) => {
    await page.goto(path)
    await page.getByText('6 more categories').click()
    await expect(page.getByRole('link', { name: 'Older pieces' })).toBeVisible()
  },
  'home, while a new item waits': async ({ page, shop, newItem }, path) => {
    await page.goto(path)
    await isLive(page)
    await page.getByRole('article').getByRole('heading').getByRole('link').focus()
    await addItem(shop.url, newItem)
    await expect(page.getByRole('button', { name: '1 new item' })).toBeVisible()
  },
  'item, sold': async ({ page }, path) => {
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Ask for one like this on WhatsApp' })).toBeVisible()
  },
  'item, reserved, in a shop with a notice': async ({ page }, path) => {
    await page.goto(path)
    await expect(page.getByRole('complementary', { name: 'Notice' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Ask to be next on WhatsApp' })).toBeVisible()
  },
  'item, with every channel and every text of the owner': async ({ page }, path) => {
    await page.goto(path)
    for (const summary of await page.getByRole('main').locator('summary').all()) await summary.click()
    await expect(page.getByRole('link', { name: 'Write an e-mail' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Ask for it on WhatsApp' })).toBeVisible()
  },
  'item, for an owner': async ({ page, shop }, path) => {
    await openAsOwner(page, shop, path)
    await expect(page.getByRole('link', { name: 'Edit this piece' })).toBeVisible()
  },
}

/** Opens pages for visitors in their states, in a shop to which anyone may still add items. */
function openVisitorPages(pages: Readonly<Record<string, VisitorPage>>): Readonly<Record<string, OpenPage>> {
  const open = ([name, { prepare, text }]: [string, VisitorPage]): [string, OpenPage] => [
    name,
    async (context) => {
      const { page, shop, newItem } = context
      const path = await prepare({ shop, newItem, addOwner: () => createOwner(shop, 'owner@example.com') })
      const show = steps[name as keyof typeof steps]
      if (show) return show(context, path)
      await page.goto(path)
      await expect(page.getByText(text)).toBeVisible()
    },
  ]
  return Object.fromEntries(Object.entries(pages).map(open))
}

/** Pages in every state that looks different and that a shop with other items and accounts can have. */
export const pageStates: Readonly<Record<string, OpenPage>> = {
  ...openVisitorPages(visitorPages),
  'create, filled in, with the image': async ({ page, newItem }) => {
    await typeItem(page, newItem)
    await expect(itemForm(page).thumbnail).toBeVisible()
  },
  'create, with photos': async ({ page }) => {
    await itemForm(page).open()
    const field = photoField(page)
    await field.pick(jpeg('IMG_1.jpg', await plainPhoto('#a63')), jpeg('IMG_2.jpg', await plainPhoto('#63a')))
    await field.uploaded(2)
    await page.route('**/api/photos/*', () => undefined) // Never answered.
    await field.pick(jpeg('IMG_3.jpg', await plainPhoto('#3a6')), jpeg(`${'IMG_'.repeat(20)}.heic`, Buffer.from('x')))
    await expect(field.tile(3)).toContainText('Uploading…')
    await expect(page.getByRole('alert')).toContainText('HEIC')
  },
  'create, cleared': async ({ page, newItem }) => {
    await typeItem(page, newItem)
    await itemForm(page).clear.click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  },
  'create, refused': async ({ page, newItem }) => {
    const form = itemForm(page)
    await typeItem(page, newItem)
    await page.getByText('More details').click()
    await page.getByLabel('Weeks it takes to make').fill('weeks'.repeat(20))
    await page.getByLabel('Measurements').fill('22 cm'.repeat(80))
    await form.enter({ Title: '', 'Price (LKR)': 'twelve'.repeat(20), 'Image URL': 'nowhere'.repeat(20) })
    await form.save.click()
    await expect(form.alert).toBeVisible()
  },
  'manage, for owners only': async ({ page }) => {
    await page.goto('/manage')
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  },
  'sign in': async ({ page }) => {
    await page.goto('/sign-in')
    await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeEnabled()
  },
  'sign in, refused': async ({ page }) => {
    await page.goto('/sign-in')
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
  },
  'sign in, when signed in': async ({ page, shop }) => {
    await callIdentity(shop.url, 'signUp', { email: 'owner@example.com', password: 'a good password' })
    await signIn(page, '/sign-in', 'owner@example.com')
    await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible()
  },
  'new password': async ({ page, shop }) => {
    await page.goto(await requestLink(shop, 'reset@example.com'))
    await expect(page.getByLabel('New password')).toBeVisible()
  },
}

/** Pages that need a new shop. */
export const newShopPageStates: Readonly<Record<string, OpenPage>> = {
  ...openVisitorPages(newShopVisitorPages),
  'item just added, by an owner': async ({ page, shop, newItem }) => {
    await openAsOwner(page, shop, '/create')
    await typeItem(page, newItem)
    await itemForm(page).save.click()
    await expect(page).toHaveURL(/\/item\//)
    await expect(page.getByRole('alert')).toContainText('Item added!')
    await expect(page.getByRole('link', { name: 'Edit the piece' })).toBeVisible()
  },
  'create, for owners only': async ({ page, shop }) => {
    await shop.inviteOwner('owner@example.com')
    await page.goto('/create')
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  },
  'create, as an owner': async ({ page, shop }) => {
    await openAsOwner(page, shop, '/create')
    await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
    await itemForm(page).signedIn()
  },
  'manage, every state, with a link preview': async (place) => {
    await openManaged(place, 1_200)
    const { page } = place
    for (const [index, action] of ['Mark as sold', 'Hide', 'Remove', 'Link preview'].entries()) {
      await takeAction(page, action, `Scarf ${index + 1}`)
    }
    await expect(page.getByText('Deleted for good on')).toBeVisible()
    await expect(page.getByText('Hidden', { exact: true })).toBeVisible()
    await expect(page.getByText('No other problems found.')).toBeVisible()
  },
  'manage, editing': async (place) => {
    await openManaged(place)
    await place.page.getByRole('button', { name: 'Edit: Scarf 1', exact: true }).click()
    await expect(place.page.getByRole('button', { name: 'Save changes' })).toBeEnabled()
  },
  'manage, reserving': async (place) => {
    await openManaged(place)
    const { page } = place
    await takeAction(page, 'Reserve', 'Scarf 1')
    await page.getByRole('textbox', { name: 'Note, only for you' }).fill('For Nimali’s sister, who pays on Friday')
    await page
      .getByRole('button', { name: /Reserve until/ })
      .nth(3)
      .click()
    await expect(page.getByRole('alert').getByRole('button', { name: 'Undo' })).toBeVisible()
    await takeAction(page, 'Change the reservation', 'Scarf 1')
    await page.getByRole('textbox', { name: 'Note, only for you' }).fill('x'.repeat(201))
    await page.getByRole('button', { name: 'Reserve', exact: true }).click()
    await expect(page.getByText('Too long')).toBeVisible()
  },
  'manage, renaming a category': async (place) => {
    await openManaged(place)
    const { page, newItem } = place
    await page.getByText('Categories', { exact: true }).click()
    await page.getByRole('button', { name: `Rename: ${textOf(newItem, 'category')}`, exact: true }).click()
    await page.getByRole('textbox', { name: 'New name' }).fill('..')
    await page.getByRole('button', { name: 'Rename for all pieces' }).click()
    await expect(page.getByText('Enter a category with letters or digits')).toBeVisible()
  },
  'shop settings, refused': fillSettings,
  'shop settings, a word': async ({ page, shop }) => {
    await openAsOwner(page, shop, '/manage/shop')
    await page.getByText('Words in Sinhala and Tamil').click()
    await page.getByRole('textbox', { name: 'Search a word' }).fill('greeting')
    await page.getByRole('textbox', { name: 'Search a word' }).press('Enter')
    const row = page.getByRole('listitem').filter({ hasText: 'Could you make another?' }).last()
    await row.getByRole('button').click()
    await row.getByRole('textbox').fill('x'.repeat(301))
    await expect(row.getByRole('button', { name: 'Save the word' })).toBeVisible()
  },
}

/** The settings of a shop, with the longest texts and every kind of error and hint. */
async function fillSettings({ page, shop, newItem }: PageContext): Promise<void> {
  await openAsOwner(page, shop, '/manage/shop')
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
  await expect(field('Name of the shop')).not.toHaveValue('')
  for (const label of [
    'How soon you reply',
    'Place',
    'Line above the headline',
    'Headline',
    'Text below the headline',
  ]) {
    await field(label).fill(textOf(newItem, 'title'))
  }
  for (const label of ['Who makes the pieces', 'Delivery and payment', 'Caring for knitwear', 'How to measure']) {
    await field(label).fill(textOf(newItem, 'description').slice(0, 900))
  }
  await field('Instagram').fill(`https://example.com/${'mywool'.repeat(25)}`)
  await field('WhatsApp number').fill('+94 77 123 4568')
  await field('Phone number for calls').fill('077')
  await field('E-mail address for enquiries').fill('nimali'.repeat(15))
  await field('Weeks to make a piece to order').fill('99')
  await page.getByRole('radio', { name: 'Order by a day' }).check()
  await field('In your own words').fill('Wool'.repeat(30))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a picture: Picture of you' }).click()
  await (await chooser).setFiles(jpeg('IMG_1.jpg', await plainPhoto('#36a')))
  await expect(page.getByRole('group', { name: 'Picture of you' }).locator('img[src^="/photos/"]')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
}

/** Opens `/manage` as the owner of a shop with four scarves, of which the last one has a photo, and the given item. */
async function openManaged({ page, shop, newItem }: PageContext, width = 400): Promise<void> {
  await addItems(shop.url, [...scarves(3), newItem])
  await addItemWithPhotos(shop.url, { newItem: minimalItem('Scarf 4'), width })
  await openAsOwner(page, shop, '/manage')
  await expect(page.getByText('5 pieces')).toBeVisible()
}

async function typeItem(page: Page, newItem: NewItem): Promise<void> {
  const form = itemForm(page)
  await form.open()
  await form.enter({
    Title: textOf(newItem, 'title'),
    Tagline: textOf(newItem, 'tagline'),
    'Price (LKR)': textOf(newItem, 'price'),
    Category: textOf(newItem, 'category'),
    Size: textOf(newItem, 'size'),
    Color: textOf(newItem, 'color'),
    'Image URL': textOf(newItem, 'imageUrl'),
    Description: textOf(newItem, 'description'),
  })
}
