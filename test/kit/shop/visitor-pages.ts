import { addItem, addItems, type ApiItem, type NewItem } from '../api-client.ts'
import { callApi, changeSettings, listManaged } from '../manage-client.ts'
import { addItemWithPhotos } from '../photos/item-with-photos.ts'
import { fullStock, minimalItem, scarves } from '../sample-items.ts'
import type { RunningShop } from './shop-process.ts'

export interface VisitorPageContext {
  readonly shop: RunningShop
  /** The item that is shown. */
  readonly newItem: NewItem
  /** Makes an owner of the shop. @returns her ID token. */
  readonly addOwner: () => Promise<string>
}

/** A page for visitors in a state that looks different. */
export interface VisitorPage {
  /** Brings the shop into this state. @returns the path of the page. */
  readonly prepare: (context: VisitorPageContext) => string | Promise<string>
  /** A text that the server's page has in this state. */
  readonly text: string
}

const openItem: VisitorPage['prepare'] = async ({ shop, newItem }) => itemPath(await addItem(shop.url, newItem))
const openCategory: VisitorPage['prepare'] = async ({ shop, newItem }) => categoryPath(await addItem(shop.url, newItem))

/** Pages for visitors, in every state that looks different and that a shop with other items and accounts can have. */
export const visitorPages = {
  'item with every field': {
    prepare: openItem,
    text: 'Enquire on WhatsApp',
  },
  'item with the required fields only': {
    prepare: async ({ shop }) => itemPath(await addItem(shop.url, minimalItem())),
    text: 'Price on request',
  },
  'item with other ways to ask, in the enquiry': {
    prepare: openItem,
    text: 'In enquiry',
  },
  'enquiry, empty': {
    prepare: () => '/enquiry',
    text: 'There are no pieces in your enquiry yet.',
  },
  'enquiry, with a piece that is gone, and one just removed': {
    prepare: async ({ shop, newItem }) => {
      const sizes = { ...newItem, size: 'XXXXXL / XXXXXXXXL / One size fits all' }
      const items = await addItems(shop.url, [newItem, sizes, minimalItem()])
      const list = items.map(({ id }) => id).join('~')
      return `/enquiry?pieces=${list}~gone&before=${list}~gone~another`
    },
    text: 'This piece is no longer available.',
  },
  'pieces, one in the enquiry': {
    prepare: openCategory,
    text: 'Add to enquiry',
  },
  'item with several photos': {
    prepare: async ({ shop, newItem }) => itemPath(await addItemWithPhotos(shop.url, { newItem, count: 8 })),
    text: 'Photo 1 of 8',
  },
  'item not found': {
    prepare: () => '/item/aaaaaaaaaaaaaaaaaaaa',
    text: 'Item not found.',
  },
  'pieces, with the search of the header open': {
    prepare: () => '/pieces',
    text: 'Search',
  },
  'pieces of a category, searched and filtered': {
    prepare: async ({ shop, newItem }) => {
      const item = await addItem(shop.url, newItem)
      const [word = ''] = textOf(newItem, 'title').split(' ')
      const [size = ''] = String(item.size).split(' / ')
      const query = new URLSearchParams({ q: word.slice(0, 40), size, min: '1', max: '9999999999' })
      return `${categoryPath(item)}?${query.toString()}`
    },
    text: 'Clear',
  },
  'pieces, nothing found': {
    prepare: async ({ shop, newItem }) => `${categoryPath(await addItem(shop.url, newItem))}?q=${'M'.repeat(100)}`,
    text: 'Newest pieces',
  },
  'pieces, filters in a sheet': {
    prepare: openCategory,
    text: 'Show pieces',
  },
  'unknown address': {
    prepare: () => '/no/such/page',
    text: 'Page not found.',
  },
} as const satisfies Readonly<Record<string, VisitorPage>>

/** Pages for visitors that need a new shop: with no item, with exactly these items, or with an owner. */
export const newShopVisitorPages = {
  'home, empty': {
    prepare: () => '/',
    text: 'No items yet.',
  },
  'pieces, empty, for an owner': {
    prepare: () => '/pieces',
    text: 'Add item',
  },
  'home, full, with photos, a sold and a reserved item': {
    prepare: async ({ shop, newItem, addOwner }) => {
      await addItems(shop.url, fullStock())
      await addItemWithPhotos(shop.url, { newItem })
      const items = await addItems(shop.url, [newItem, newItem])
      const owner = await addOwner() // From now on, only owners may add items.
      for (const [index, state] of [sold, reserved].entries()) await change(shop, owner, items[index]!, state)
      return '/'
    },
    text: 'Reserved',
  },
  'pieces, of many categories': {
    prepare: async ({ shop, newItem }) => {
      await addItems(
        shop.url,
        scarves(13).map((item, index) => Object.assign(item, { category: `Category ${index}` })),
      )
      await addItems(
        shop.url,
        scarves(25).map((item) => Object.assign(item, { category: newItem['category'] })),
      )
      return '/pieces'
    },
    text: 'Older pieces',
  },
  'home, while a new item waits': {
    prepare: async ({ shop }) => {
      await addItem(shop.url, minimalItem())
      return '/'
    },
    text: 'Preview backend running in this workspace.',
  },
  'item, sold': {
    prepare: async ({ shop, newItem, addOwner }) => {
      const item = await addItem(shop.url, newItem)
      await change(shop, await addOwner(), item, sold)
      return itemPath(item)
    },
    text: 'Ask for one like this on WhatsApp',
  },
  'item, reserved, in a shop with a notice': {
    prepare: async ({ shop, newItem, addOwner }) => {
      const item = await addItem(shop.url, newItem)
      const owner = await addOwner()
      await change(shop, owner, item, reserved)
      const noticeText = textOf(newItem, 'title').slice(0, 120)
      await changeSettings(shop.url, owner, { noticeKind: 'closed', noticeUntil: '2099-12-25', noticeText })
      return itemPath(item)
    },
    text: 'Ask to be next on WhatsApp',
  },
  'item, with every channel and every text of the owner': {
    prepare: async ({ shop, newItem, addOwner }) => {
      const text = `${textOf(newItem, 'description').slice(0, 250)} and more`
      const texts = { yarn: text.slice(0, 200), washing: text.slice(0, 200) }
      const item = await addItem(shop.url, { ...newItem, ...texts })
      const terms = { delivery: text, payment: text, returns: text, care: text, videoCall: text, howToMeasure: text }
      const email = `${'nimali'.repeat(6)}@${'wool'.repeat(8)}.example`
      await changeSettings(shop.url, await addOwner(), { ...terms, phone: '071 123 4567', email })
      return itemPath(item)
    },
    text: 'Write an e-mail',
  },
  'item, for an owner': {
    prepare: openItem,
    text: 'Edit this piece',
  },
  'item deleted for good': {
    prepare: async ({ shop, newItem, addOwner }) => {
      const item = await addItem(shop.url, newItem)
      await callApi(shop.url, await addOwner(), { method: 'DELETE', path: `/items/${item.id}` })
      await shop.purge()
      return itemPath(item)
    },
    text: 'This piece is no longer available.',
  },
} as const satisfies Readonly<Record<string, VisitorPage>>

const sold = { sold: true }
const reserved = { reserved: true, reservedUntil: '2099-12-25', reservedNote: 'For Ama' }

async function change(shop: RunningShop, owner: string, { id }: ApiItem, body: object): Promise<void> {
  const { version = '' } = (await listManaged(shop.url, owner)).find((item) => item.id === id) ?? {}
  await callApi(shop.url, owner, { method: 'PATCH', path: `/items/${id}`, body, version })
}

function itemPath({ id }: ApiItem): string {
  return `/item/${id}`
}

function categoryPath({ category }: ApiItem): string {
  return `/pieces/${encodeURIComponent(category)}`
}

export function textOf(newItem: NewItem, field: string): string {
  const value = newItem[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
