import type { Page } from '@playwright/test'

import { ask, listManaged } from '../../suites/managing-items.ts'
import { becomeOwner } from '../accounts.ts'
import { addItem, addItems, callIdentity } from '../api-client.ts'
import type { Piece } from '../api-client.ts'
import type { Pictures } from '../photos/image-server.ts'
import { addPhotographed } from '../photos/item-with-photos.ts'
import { plainPhoto } from '../photos/photos.ts'
import { bare, beanie, fullStock } from '../sample-items.ts'
import { purgeFolder } from '../shop/purge-removed.ts'
import { runCommand } from '../shop/run-command.ts'
import type { ShopProcess } from '../shop/shop-process.ts'
import { createPage } from './create-page.ts'
import { jpeg, photoField } from './photo-field.ts'
import { expect } from './shop-fixtures.ts'

interface Place {
  readonly page: Page
  readonly shop: ShopProcess
  readonly pictures: Pictures
  /** The piece that is shown or typed; one with every field if left out. */
  readonly piece?: Piece
}

type OpenScreen = (place: Place) => Promise<void>

/** Settings of the shops whose screens they are: with providers to sign in with, whom nobody asks. */
export const screensEnv = {
  SHOP_OIDC_PROVIDERS: 'google.com=any; oidc.wool=http://127.0.0.1:9|any|The Guild of Knitters and Spinners',
}

/** Every screen in every state that looks different; each is opened in a shop of the test's own. */
export const screens: Readonly<Record<string, OpenScreen>> = {
  'home, empty': async ({ page }) => {
    await page.goto('/')
    await expect(page.getByText('No items yet.')).toBeVisible()
  },
  'home, full': async ({ page, shop, pictures, piece }) => {
    await addItems(shop.url, [...fullStock(pictures), ...(piece ? [piece] : [])])
    await page.goto('/')
    await expect(page.getByRole('article')).toHaveCount(24)
  },
  'home, with photos': async ({ page, shop, pictures, piece = beanie(pictures) }) => {
    for (let count = 0; count < 3; count++) await addPhotographed(shop.url, { piece })
    await page.goto('/')
    await expect(page.getByRole('article')).toHaveCount(3)
  },
  'home, with a sold piece': async ({ page, shop, pictures, piece = beanie(pictures) }) => {
    await addSold(shop, piece)
    await page.goto('/')
    await expect(page.getByRole('article').getByText('Sold', { exact: true })).toBeVisible()
  },
  'home, while a new item waits': async ({ page, shop, pictures, piece = beanie(pictures) }) => {
    await addItem(shop.url, bare(pictures))
    await page.goto('/')
    await expect(previewBanner(page)).toBeVisible() // Which says that the live connection is open.
    await page.getByRole('article').getByRole('heading').getByRole('link').focus()
    await addItem(shop.url, piece)
    await expect(page.getByRole('button', { name: '1 new item' })).toBeVisible()
  },
  'item with every field': async ({ page, shop, pictures, piece = beanie(pictures) }) => {
    const { id } = await addItem(shop.url, piece)
    await page.goto(`/item/${id}`)
    await expect(page.getByRole('link', { name: 'Enquire on WhatsApp' })).toBeVisible()
  },
  'item with the required fields alone': async ({ page, shop, pictures }) => {
    const { id } = await addItem(shop.url, bare(pictures))
    await page.goto(`/item/${id}`)
    await expect(page.getByText('Price on request')).toBeVisible()
  },
  'item with several photos': async ({ page, shop, pictures, piece = beanie(pictures) }) => {
    const { id } = await addPhotographed(shop.url, { piece, count: 8 })
    await page.goto(`/item/${id}`)
    await expect(page.getByRole('link', { name: 'Photo 1 of 8' })).toHaveAttribute('aria-current', 'true')
  },
  'item, sold': async ({ page, shop, pictures, piece = beanie(pictures) }) => {
    await page.goto(`/item/${await addSold(shop, piece)}`)
    await expect(page.getByRole('link', { name: 'Ask for one like it on WhatsApp' })).toBeVisible()
  },
  'item just added': async ({ page, pictures, piece = beanie(pictures) }) => {
    await typePiece(page, piece)
    await createPage(page).save.click()
    await expect(page).toHaveURL(/\/item\//)
    await expect(page.getByRole('alert')).toContainText('Item added!')
    await expect(page.getByText('This is how the link looks in WhatsApp.')).toBeVisible()
  },
  'item not found': async ({ page }) => {
    await page.goto('/item/aaaaaaaaaaaaaaaaaaaa')
    await expect(page.getByText('Item not found.')).toBeVisible()
  },
  'item gone for good': async ({ page, shop, pictures, piece = beanie(pictures) }) => {
    const { id } = await addItem(shop.url, piece)
    const owner = await becomeOwner(ownPlace(shop), 'maker@example.com')
    await ask(shop.url, owner, { method: 'DELETE', path: `/items/${id}` })
    purgeFolder(shop.dataDir)
    await page.goto(`/item/${id}`)
    await expect(page.getByText('This item is no longer here.')).toBeVisible()
  },
  'create, signed in': async ({ page }) => {
    await createPage(page).open()
  },
  'create, filled in, with the picture': async ({ page, pictures, piece = beanie(pictures) }) => {
    await typePiece(page, piece)
    await expect(createPage(page).preview).toBeVisible()
  },
  'create, with photos': async ({ page }) => {
    await createPage(page).open()
    const field = photoField(page)
    await field.pick(jpeg('IMG_1.jpg', await plainPhoto('#a63')), jpeg('IMG_2.jpg', await plainPhoto('#63a')))
    await field.arrived(2)
    await page.route('**/api/photos/*', () => undefined) // Its answer never comes.
    await field.pick(jpeg('IMG_3.jpg', await plainPhoto('#3a6')), jpeg(`${'IMG_'.repeat(20)}.heic`, Buffer.from('x')))
    await expect(field.tile(3)).toContainText('Sending…')
    await expect(page.getByRole('alert')).toContainText('HEIC')
  },
  'create, refused': async ({ page, pictures, piece = beanie(pictures) }) => {
    const form = createPage(page)
    await typePiece(page, piece)
    await form.enter({ Title: '', 'Price (LKR)': 'twelve'.repeat(20), 'Image URL': 'nowhere'.repeat(20) })
    await form.save.click()
    await expect(form.alert).toBeVisible()
  },
  'create, for owners alone': async ({ page, shop }) => {
    await runCommand({ SHOP_DATA_DIR: shop.dataDir }, 'owner', 'add', 'maker@example.com')
    await page.goto('/create')
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  },
  'create, as an owner': async ({ page, shop }) => {
    await becomeOwner(ownPlace(shop), 'maker@example.com')
    await signInAsOwner(page, 'maker@example.com', '/create')
    await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
    await createPage(page).signedIn()
  },
  'manage, for owners alone': async ({ page }) => {
    await page.goto('/manage')
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  },
  'manage, every state': async (place) => {
    await openManaged(place)
    const { page } = place
    await page.getByRole('button', { name: 'Mark as sold: Scarf 1', exact: true }).click()
    await page.getByRole('button', { name: 'Hide: Scarf 2', exact: true }).click()
    await page.getByRole('button', { name: 'Remove: Scarf 3', exact: true }).click()
    await expect(page.getByText('Gone for good from')).toBeVisible()
    await expect(page.getByText('Hidden', { exact: true })).toBeVisible()
  },
  'manage, editing': async (place) => {
    await openManaged(place)
    await place.page.getByRole('button', { name: 'Edit: Scarf 1', exact: true }).click()
    await expect(place.page.getByRole('button', { name: 'Save changes' })).toBeEnabled()
  },
  'manage, with the link of a piece': async (place) => {
    await openManaged(place)
    await place.page.getByRole('button', { name: 'Link preview: Scarf 1', exact: true }).click()
    await expect(place.page.getByText('This is how the link looks in WhatsApp.')).toBeVisible()
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
    await callIdentity(shop.url, 'signUp', { email: 'maker@example.com', password: 'a good password' })
    await page.goto('/sign-in?next=/sign-in')
    await page.getByLabel('E-mail address').fill('maker@example.com')
    await page.getByLabel('Password').fill('a good password')
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/sign-in')
    await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible()
  },
  'unknown address': async ({ page }) => {
    await page.goto('/no/such/page')
    await expect(page.getByText('There is nothing at this address.')).toBeVisible()
  },
}

/** Adds a piece, and marks all there are as sold. @returns its id. */
async function addSold(shop: ShopProcess, piece: Piece): Promise<string> {
  const added = await addItem(shop.url, piece)
  const owner = await becomeOwner(ownPlace(shop), 'maker@example.com')
  for (const { id, version } of await listManaged(shop.url, owner)) {
    await ask(shop.url, owner, { method: 'PATCH', path: `/items/${id}`, body: { sold: true }, version })
  }
  return added.id
}

/** Opens `/manage` as an owner of a shop with three pieces and the one that is given. */
async function openManaged({ page, shop, pictures, piece = beanie(pictures) }: Place): Promise<void> {
  await addItems(shop.url, [...[1, 2, 3].map((number) => bare(pictures, `Scarf ${number}`)), piece])
  await becomeOwner(ownPlace(shop), 'maker@example.com')
  await signInAsOwner(page, 'maker@example.com', '/manage')
  await expect(page.getByText('4 pieces')).toBeVisible()
}

/** Signs in with the password of `becomeOwner`, and goes on to a page. */
export async function signInAsOwner(page: Page, email: string, next: string): Promise<void> {
  await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill('a good password')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(next)
}

/** A shop that is its own identity service. */
export function ownPlace({ url, dataDir }: ShopProcess) {
  const command = (...args: string[]) => runCommand({ SHOP_DATA_DIR: dataDir }, ...args)
  return { identityUrl: url, command }
}

export function previewBanner(page: Page) {
  return page.getByRole('status').filter({ hasText: 'Preview backend' })
}

async function typePiece(page: Page, piece: Piece): Promise<void> {
  const form = createPage(page)
  await form.open()
  await form.enter({
    Title: wordsOf(piece, 'title'),
    Tagline: wordsOf(piece, 'tagline'),
    'Price (LKR)': wordsOf(piece, 'price'),
    Category: wordsOf(piece, 'category'),
    Size: wordsOf(piece, 'size'),
    Color: wordsOf(piece, 'color'),
    'Image URL': wordsOf(piece, 'imageUrl'),
    Description: wordsOf(piece, 'description'),
  })
}

function wordsOf(piece: Piece, field: string): string {
  const value = piece[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
