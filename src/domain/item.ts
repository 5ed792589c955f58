import { itemRules } from '../messages/messages.ts'
import { ShopError } from './errors.ts'
import { maxPrice, readPrice } from './money.ts'
import { imageUrlOf, parsePhotoIds } from './photo.ts'
import type { Photo } from './photo.ts'

/** The newest items are shown on the home page, this many. */
export const itemListSize = 24

/** What an item is called when its maker named no category. */
export const defaultCategory = 'Knits'

/** A new item's fields, trimmed, defaulted and valid: what a store may be given. */
export interface NewItem {
  readonly title: string
  readonly tagline: string
  /** LKR, not negative; `null` is "on request". */
  readonly price: number | null
  readonly category: string
  /** `http:` or `https:`, or a path of this shop's own that starts with `/photos/`. */
  readonly imageUrl: string
  readonly size: string | null
  readonly color: string | null
  readonly description: string | null
  /**
   * In the maker's order; the first one is at `imageUrl`. Or the copy alone of a picture that is elsewhere on the web
   * (see `ownPhotos`). At most eight, often none.
   */
  readonly photos: readonly Photo[]
}

/** A new item as a client asks for it: its photos by their ids. With photos, its `imageUrl` is empty. */
export type ItemRequest = Omit<NewItem, 'photos'> & { readonly photos: readonly string[] }

/** A piece in the catalogue. */
export interface Item extends NewItem {
  /** Given by the store: 20 characters of `A-Za-z0-9`. Another program may have chosen one (see {@link isItemId}). */
  readonly id: string
  /** The server's time, to the millisecond. */
  readonly createdAt: Date
  /** Whether it has found its owner: it is still shown, and one like it may be asked for. */
  readonly sold: boolean
}

/** Longest accepted text of each field, in UTF-16 code units. */
export const maxLengths = {
  title: 120,
  tagline: 200,
  category: 60,
  imageUrl: 2_000,
  size: 60,
  color: 60,
  description: 4_000,
} as const

type TextField = keyof typeof maxLengths

/**
 * Turns what someone sent (a form's strings or a JSON body) into a valid new item: trims, fills in defaults, checks.
 * The only place that knows the rules of an item. Whether there are the photos that it names is not known here.
 *
 * @throws ShopError `invalid-item`, with a message for each field that is wrong.
 */
export function parseNewItem(input: unknown): ItemRequest {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new ShopError('invalid-item', itemRules.notAnItem)
  }
  const fields = new Map<string, string>()
  const given = input as Partial<Record<TextField | 'price' | 'photos', unknown>>

  const text = (name: TextField): string => {
    const value = given[name] ?? ''
    if (typeof value !== 'string') {
      fields.set(name, itemRules.notText)
      return ''
    }
    const trimmed = value.trim().toWellFormed()
    if (trimmed.length > maxLengths[name]) fields.set(name, itemRules.tooLong(maxLengths[name]))
    return trimmed
  }

  const photos = parsePhotoIds(given.photos ?? [])
  if (typeof photos === 'string') fields.set('photos', photos)
  const hasPhotos = photos.length > 0

  const priced = readPrice(given.price)
  if ('fault' in priced) fields.set('price', priceFaults[priced.fault])

  const item: ItemRequest = {
    title: text('title'),
    tagline: text('tagline'),
    price: 'price' in priced ? priced.price : null,
    category: text('category') || defaultCategory,
    imageUrl: hasPhotos ? '' : text('imageUrl'),
    size: text('size') || null,
    color: text('color') || null,
    description: text('description') || null,
    photos: typeof photos === 'string' ? [] : photos,
  }
  const missing = requireTitleAndImage(item, hasPhotos, fields)
  if (item.imageUrl !== '' && !fields.has('imageUrl') && !isImageUrl(item.imageUrl))
    fields.set('imageUrl', itemRules.notAnImageUrl)

  if (fields.size > 0) {
    const message = missing ? itemRules.titleAndImageRequired : [...fields.values()].join(' ')
    throw new ShopError('invalid-item', message, { fields: Object.fromEntries(fields) })
  }
  return item
}

const priceFaults = { 'not-a-price': itemRules.notAPrice, 'too-high': itemRules.priceTooHigh(maxPrice) }

/** @returns whether one of the two was left out. */
function requireTitleAndImage(item: ItemRequest, hasPhotos: boolean, fields: Map<string, string>): boolean {
  const required = { title: itemRules.titleRequired, imageUrl: itemRules.imageRequired }
  const names = hasPhotos ? (['title'] as const) : (['title', 'imageUrl'] as const)
  const missing = names.filter((name) => item[name] === '' && !fields.has(name))
  for (const name of missing) fields.set(name, required[name])
  return missing.length > 0
}

/** The item of a request. `photos` are those that it names; the first one is its picture. */
export function withPhotos(request: ItemRequest, photos: readonly Photo[]): NewItem {
  const [first] = photos
  return { ...request, imageUrl: first ? imageUrlOf(first) : request.imageUrl, photos }
}

/** Whether an item's picture may be at this address: on the web, or one of the shop's own photos. */
export function isImageUrl(value: string): boolean {
  if (/^\/photos\/[\w-]+\.(?:jpg|avif|webp)$/.test(value)) return true
  const url = URL.parse(value)
  return url !== null && /^\s*https?:\/\//i.test(value) && url.username === '' && url.password === ''
}

/** Segments of paths below `/api/items` that are no items. */
const reservedIds: ReadonlySet<string> = new Set(['live'])

/**
 * Whether this could be an item's id at all: the only place that knows. 1 to 128 of `A-Za-z0-9_-`, as other programs may
 * have chosen it, but for what Firestore and the API keep for themselves.
 * (firebase.google.com/docs/firestore/quotas, "Constraints on document IDs")
 */
export function isItemId(value: string): boolean {
  const isReserved = reservedIds.has(value) || (value.length >= 4 && value.startsWith('__') && value.endsWith('__'))
  return /^[\w-]{1,128}$/.test(value) && !isReserved
}
