import type { Page } from '@playwright/test'

import { createOwner } from '../accounts.ts'
import { addItem, addItems, callIdentity, type NewItem } from '../api-client.ts'
import { callApi, listManaged } from '../manage-client.ts'
import type { ImageServer } from '../photos/image-server.ts'
import { addItemWithPhotos } from '../photos/item-with-photos.ts'
import { plainPhoto } from '../photos/photos.ts'
import { minimalItem, beanie, fullStock } from '../sample-items.ts'
import { purgeFolder } from '../shop/purge-removed.ts'
import { runCommand } from '../shop/run-command.ts'
import type { ShopProcess } from '../shop/shop-process.ts'
import { itemForm } from './item-form.ts'
import { jpeg, photoField } from './photo-field.ts'
import { expect } from './shop-fixtures.ts'

interface PageContext {
  readonly page: Page
  readonly shop: ShopProcess
  readonly images: ImageServer
  /** The item that is shown or typed; by default one with every field. */
  readonly newItem?: NewItem
}

type OpenPage = (context: PageContext) => Promise<void>

/** Settings of the shops: with sign-in providers, which are never called. */
export const pageStatesEnv = {
  SHOP_OIDC_PROVIDERS: 'google.com=any; oidc.wool=http://127.0.0.1:9|any|The Guild of Knitters and Spinners',
}

/** Every page in every state that looks different. Each is opened in an empty shop. */
export const pageStates: Readonly<Record<string, OpenPage>> = {
  'home, empty': async ({ page }) => {
    await page.goto('/')
    await expect(page.getByText('No items yet.')).toBeVisible()
  },
  'home, full': async ({ page, shop, images, newItem }) => {
    await addItems(shop.url, [...fullStock(images), ...(newItem ? [newItem] : [])])
    await page.goto('/')
    await expect(page.getByRole('article')).toHaveCount(24)
  },
  'home, with photos': async ({ page, shop, images, newItem = beanie(images) }) => {
    for (let count = 0; count < 3; count++) await addItemWithPhotos(shop.url, { newItem })
    await page.goto('/')
    await expect(page.getByRole('article')).toHaveCount(3)
  },
  'home, with a sold item': async ({ page, shop, images, newItem = beanie(images) }) => {
    await addSold(shop, newItem)
    await page.goto('/')
    await expect(page.getByRole('article').getByText('Sold', { exact: true })).toBeVisible()
  },
  'home, while a new item waits': async ({ page, shop, images, newItem = beanie(images) }) => {
    await addItem(shop.url, minimalItem(images))
    await page.goto('/')
    await expect(previewBanner(page)).toBeVisible() // The live connection is open.
    await page.getByRole('article').getByRole('heading').getByRole('link').focus()
    await addItem(shop.url, newItem)
    await expect(page.getByRole('button', { name: '1 new item' })).toBeVisible()
  },
  'item with every field': async ({ page, shop, images, newItem = beanie(images) }) => {
    const { id } = await addItem(shop.url, newItem)
    await page.goto(`/item/${id}`)
    await expect(page.getByRole('link', { name: 'Enquire on WhatsApp' })).toBeVisible()
  },
  'item with the required fields only': async ({ page, shop, images }) => {
    const { id } = await addItem(shop.url, minimalItem(images))
    await page.goto(`/item/${id}`)
    await expect(page.getByText('Price on request')).toBeVisible()
  },
  'item with several photos': async ({ page, shop, images, newItem = beanie(images) }) => {
    const { id } = await addItemWithPhotos(shop.url, { newItem, count: 8 })
    await page.goto(`/item/${id}`)
    await expect(page.getByRole('link', { name: 'Photo 1 of 8' })).toHaveAttribute('aria-current', 'true')
  },
  'item, sold': async ({ page, shop, images, newItem = beanie(images) }) => {
    await page.goto(`/item/${await addSold(shop, newItem)}`)
    await expect(page.getByRole('link', { name: 'Ask for one like this on WhatsApp' })).toBeVisible()
  },
  'item just added': async ({ page, images, newItem = beanie(images) }) => {
    await typeItem(page, newItem)
    await itemForm(page).save.click()
    await expect(page).toHaveURL(/\/item\//)
    await expect(page.getByRole('alert')).toContainText('Item added!')
    await expect(page.getByText('This is how the link looks in WhatsApp.')).toBeVisible()
  },
  'item not found': async ({ page }) => {
    await page.goto('/item/aaaaaaaaaaaaaaaaaaaa')
    await expect(page.getByText('Item not found.')).toBeVisible()
  },
  'item deleted for good': async ({ page, shop, images, newItem = beanie(images) }) => {
    const { id } = await addItem(shop.url, newItem)
    const owner = await createOwner(embeddedAccess(shop), 'owner@example.com')
    await callApi(shop.url, owner, { method: 'DELETE', path: `/items/${id}` })
    purgeFolder(shop.dataDir)
    await page.goto(`/item/${id}`)
    await expect(page.getByText('This piece is no longer available.')).toBeVisible()
  },
  'create, signed in': async ({ page }) => {
    await itemForm(page).open()
  },
  'create, filled in, with the image': async ({ page, images, newItem = beanie(images) }) => {
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
  'create, refused': async ({ page, images, newItem = beanie(images) }) => {
    const form = itemForm(page)
    await typeItem(page, newItem)
    await form.enter({ Title: '', 'Price (LKR)': 'twelve'.repeat(20), 'Image URL': 'nowhere'.repeat(20) })
    await form.save.click()
    await expect(form.alert).toBeVisible()
  },
  'create, for owners only': async ({ page, shop }) => {
    await runCommand({ SHOP_DATA_DIR: shop.dataDir }, 'owner', 'add', 'owner@example.com')
    await page.goto('/create')
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  },
  'create, as an owner': async ({ page, shop }) => {
    await createOwner(embeddedAccess(shop), 'owner@example.com')
    await signInAsOwner(page, 'owner@example.com', '/create')
    await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
    await itemForm(page).signedIn()
  },
  'manage, for owners only': async ({ page }) => {
    await page.goto('/manage')
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  },
  'manage, every state': async (place) => {
    await openManaged(place)
    const { page } = place
    await page.getByRole('button', { name: 'Mark as sold: Scarf 1', exact: true }).click()
    await page.getByRole('button', { name: 'Hide: Scarf 2', exact: true }).click()
    await page.getByRole('button', { name: 'Remove: Scarf 3', exact: true }).click()
    await expect(page.getByText('Deleted for good on')).toBeVisible()
    await expect(page.getByText('Hidden', { exact: true })).toBeVisible()
  },
  'manage, editing': async (place) => {
    await openManaged(place)
    await place.page.getByRole('button', { name: 'Edit: Scarf 1', exact: true }).click()
    await expect(place.page.getByRole('button', { name: 'Save changes' })).toBeEnabled()
  },
  'manage, with the link preview of an item': async (place) => {
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
    await callIdentity(shop.url, 'signUp', { email: 'owner@example.com', password: 'a good password' })
    await page.goto('/sign-in?next=/sign-in')
    await page.getByLabel('E-mail address').fill('owner@example.com')
    await page.getByLabel('Password').fill('a good password')
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/sign-in')
    await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible()
  },
  'unknown address': async ({ page }) => {
    await page.goto('/no/such/page')
    await expect(page.getByText('Page not found.')).toBeVisible()
  },
}

/** Adds an item and marks all items as sold. @returns its id. */
async function addSold(shop: ShopProcess, newItem: NewItem): Promise<string> {
  const added = await addItem(shop.url, newItem)
  const owner = await createOwner(embeddedAccess(shop), 'owner@example.com')
  for (const { id, version } of await listManaged(shop.url, owner)) {
    await callApi(shop.url, owner, { method: 'PATCH', path: `/items/${id}`, body: { sold: true }, version })
  }
  return added.id
}

/** Opens `/manage` as an owner of a shop with three items and the given one. */
async function openManaged({ page, shop, images, newItem = beanie(images) }: PageContext): Promise<void> {
  await addItems(shop.url, [...[1, 2, 3].map((number) => minimalItem(images, `Scarf ${number}`)), newItem])
  await createOwner(embeddedAccess(shop), 'owner@example.com')
  await signInAsOwner(page, 'owner@example.com', '/manage')
  await expect(page.getByText('4 pieces')).toBeVisible()
}

/** Signs in with the password of `createOwner`, and goes to a page. */
export async function signInAsOwner(page: Page, email: string, next: string): Promise<void> {
  await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill('a good password')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(next)
}

/** How to make accounts of an embedded shop. */
export function embeddedAccess({ url, dataDir }: ShopProcess) {
  const command = (...args: string[]) => runCommand({ SHOP_DATA_DIR: dataDir }, ...args)
  return { identityUrl: url, command }
}

export function previewBanner(page: Page) {
  return page.getByRole('status').filter({ hasText: 'Preview backend' })
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

function textOf(newItem: NewItem, field: string): string {
  const value = newItem[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
