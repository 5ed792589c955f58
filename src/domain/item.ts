import { hasCategoryPage } from './catalogue/category.ts'
import { InvalidItemError, type ItemProblem } from './item-problem.ts'
import { parseFocus, parseMadeToOrder, parseWeeks, type ItemDetails } from './item/item-details.ts'
import { maxPrice, readPrice } from './money.ts'
import { imageUrlOf, parsePhotoIds, type Photo } from './photo.ts'
import { cleanText } from './text/clean-text.ts'

/** How many items the home page shows. */
export const itemListSize = 24

/** The category of an item when none was given. */
export const defaultCategory = 'Knits'

/** The fields of a new item, trimmed, valid and with defaults. A store accepts only these. */
export interface NewItem extends ItemDetails {
  readonly title: string
  readonly tagline: string
  /** In LKR, not negative; `null` means "on request". */
  readonly price: number | null
  readonly category: string
  /** An `http:` or `https:` URL, or the path of a photo of this shop, which starts with `/photos/`. */
  readonly imageUrl: string
  readonly size: string | null
  readonly color: string | null
  readonly description: string | null
  /**
   * Up to eight photos, in the owner's order; `imageUrl` is the first one. Or only the remote copy of a picture on another
   * server (see `ownPhotos`). Often empty.
   */
  readonly photos: readonly Photo[]
}

/** A new item as a client sends it, with the ids of its photos. With photos, `imageUrl` is empty. */
export type ItemRequest = Omit<NewItem, 'photos'> & { readonly photos: readonly string[] }

/** An item in the catalogue. */
export interface Item extends NewItem {
  /** 20 characters of `A-Za-z0-9` from the store. Ids of other programs may differ (see {@link isItemId}). */
  readonly id: string
  /** When the server received it, to the millisecond. */
  readonly createdAt: Date
  /** A sold item is still shown, and visitors can ask for one like it. */
  readonly sold: boolean
}

/** The maximum length of each text field, in UTF-16 code units. */
export const maxLengths = {
  title: 120,
  tagline: 200,
  category: 60,
  imageUrl: 2_000,
  size: 60,
  color: 60,
  description: 4_000,
  yarn: 200,
  measurements: 500,
  care: 500,
} as const

export type TextField = keyof typeof maxLengths

/** The texts that may have several lines. */
const multiline: ReadonlySet<TextField> = new Set(['description', 'measurements', 'care'])

/** A text of an item as it is stored and shown. */
export function cleanItemText(field: TextField, text: string): string {
  return cleanText(text, multiline.has(field))
}

/**
 * Parses a new item from a form's strings or a JSON body: cleans texts, adds defaults and validates. All rules for items are
 * here, except that the photos must exist, which the caller checks.
 *
 * @param isStored the item was stored elsewhere, perhaps before shops refused categories without a page.
 * @throws InvalidItemError with a problem for each invalid field.
 */
export function parseNewItem(input: unknown, { isStored = false } = {}): ItemRequest {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new InvalidItemError({ code: 'notAnItem' })
  }
  const problems = new Map<string, ItemProblem>()
  const given = input as Partial<Record<keyof NewItem, unknown>>

  const text = (name: TextField): string => {
    const value = given[name] ?? ''
    if (typeof value !== 'string') {
      problems.set(name, { code: 'notText' })
      return ''
    }
    const cleaned = cleanItemText(name, value)
    if (cleaned.length > maxLengths[name]) problems.set(name, { code: 'tooLong', max: maxLengths[name] })
    return cleaned
  }

  const photos = parsePhotoIds(given.photos ?? [])
  if ('code' in photos) problems.set('photos', photos)
  const hasPhotos = 'code' in photos || photos.length > 0

  const priced = readPrice(given.price)
  if ('fault' in priced) problems.set('price', priceProblems[priced.fault])

  const parsed = <T>(name: keyof ItemDetails, found: { value: T } | { problem: ItemProblem }, absent: T): T => {
    if ('value' in found) return found.value
    problems.set(name, found.problem)
    return absent
  }

  const item: ItemRequest = {
    title: text('title'),
    tagline: text('tagline'),
    price: 'price' in priced ? priced.price : null,
    category: text('category') || defaultCategory,
    imageUrl: hasPhotos ? '' : text('imageUrl'),
    size: text('size') || null,
    color: text('color') || null,
    description: text('description') || null,
    madeToOrder: parsed('madeToOrder', parseMadeToOrder(given.madeToOrder), false),
    weeksToMake: parsed('weeksToMake', parseWeeks(given.weeksToMake), null),
    yarn: text('yarn') || null,
    measurements: text('measurements') || null,
    care: text('care') || null,
    focus: parsed('focus', parseFocus(given.focus), null),
    photos: 'code' in photos ? [] : photos,
  }
  const missing = requireTitleAndImage(item, hasPhotos, problems)
  if (item.imageUrl !== '' && !problems.has('imageUrl') && !isImageUrl(item.imageUrl))
    problems.set('imageUrl', { code: 'notAnImageUrl' })
  if (!isStored && !hasCategoryPage(item.category)) problems.set('category', { code: 'notACategory' })

  if (problems.size > 0) {
    throw new InvalidItemError(missing ? { code: 'titleAndImageRequired' } : undefined, Object.fromEntries(problems))
  }
  return item
}

const priceProblems = {
  'not-a-price': { code: 'notAPrice' },
  range: { code: 'priceRange' },
  'unclear-point': { code: 'priceUnclear' },
  'too-high': { code: 'priceTooHigh', max: maxPrice },
} as const

/** @returns whether one of the two is missing. */
function requireTitleAndImage(item: ItemRequest, hasPhotos: boolean, problems: Map<string, ItemProblem>): boolean {
  const required = { title: { code: 'titleRequired' }, imageUrl: { code: 'imageRequired' } } as const
  const names = hasPhotos ? (['title'] as const) : (['title', 'imageUrl'] as const)
  const missing = names.filter((name) => item[name] === '' && !problems.has(name))
  for (const name of missing) problems.set(name, required[name])
  return missing.length > 0
}

/** Adds the photos that a request names. The first one becomes the image of the item. */
export function withPhotos(request: ItemRequest, photos: readonly Photo[]): NewItem {
  const [first] = photos
  return { ...request, imageUrl: first ? imageUrlOf(first) : request.imageUrl, photos }
}

/** Whether this can be an item's image URL: a picture on the web, or one of the shop's own photos. */
export function isImageUrl(value: string): boolean {
  if (/^\/photos\/[\w-]+\.(?:jpg|avif|webp)$/.test(value)) return true
  const url = URL.parse(value)
  return url !== null && /^\s*https?:\/\//i.test(value) && url.username === '' && url.password === ''
}

/** Paths below `/api/items` that are not items. */
const reservedIds: ReadonlySet<string> = new Set(['live'])

/**
 * Whether this can be the id of an item: 1 to 128 characters of `A-Za-z0-9_-`, because other programs may choose ids, apart
 * from the names that Firestore and the API reserve.
 * (firebase.google.com/docs/firestore/quotas, "Constraints on document IDs")
 */
export function isItemId(value: string): boolean {
  const isReserved = reservedIds.has(value) || (value.length >= 4 && value.startsWith('__') && value.endsWith('__'))
  return /^[\w-]{1,128}$/.test(value) && !isReserved
}
