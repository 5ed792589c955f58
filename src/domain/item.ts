import { hasCategoryPage } from './catalogue/category.ts'
import { parseFields, type RequestOf, type ValuesOf } from './field-table.ts'
import { InvalidInputError, type ProblemCode } from './invalid-input.ts'
import { itemFields } from './item-fields.ts'
import { imageUrlOf, type Photo } from './photo.ts'

/** How many items the home page shows. */
export const itemListSize = 24

/** The fields of a new item, trimmed, valid and with defaults. A store accepts only these. */
export type NewItem = ValuesOf<typeof itemFields>

/** A new item as a client sends it, with the ids of its photos. With photos, `imageUrl` is empty. */
export type ItemRequest = RequestOf<typeof itemFields>

/** An item in the catalogue. */
export interface Item extends NewItem {
  /** 20 characters of `A-Za-z0-9` from the store. Ids of other programs may differ (see {@link isItemId}). */
  readonly id: string
  /** When the server received it, to the millisecond. */
  readonly createdAt: Date
  /** A sold item is still shown, and visitors can ask for one like it. */
  readonly sold: boolean
  /** Whether it is held for somebody. It is still shown, and visitors can ask to be next. */
  readonly reserved: boolean
}

const missing: ReadonlySet<ProblemCode> = new Set(['titleRequired', 'imageRequired'])

/**
 * Parses a new item from a form's strings or a JSON body. Each field has its rules in `item-fields.ts`; those between fields
 * are here, except that the photos must exist, which the caller checks.
 *
 * @param isStored the item was stored elsewhere, perhaps before shops refused categories without a page.
 * @throws InvalidInputError with a problem for each invalid field.
 */
export function parseNewItem(input: unknown, { isStored = false } = {}): ItemRequest {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new InvalidInputError('invalid-item', { code: 'notAnItem' })
  }
  const { values, problems } = parseFields(itemFields, input)
  const hasPhotos = values.photos.length > 0 || problems.has('photos')
  if (hasPhotos) problems.delete('imageUrl')
  if (!isStored && !hasCategoryPage(values.category)) problems.set('category', { code: 'notACategory' })
  if (problems.size === 0) return hasPhotos ? { ...values, imageUrl: '' } : values
  const isMissing = [...problems.values()].some(({ code }) => missing.has(code))
  throw new InvalidInputError(
    'invalid-item',
    isMissing ? { code: 'titleAndImageRequired' } : undefined,
    Object.fromEntries(problems),
  )
}

/** Adds the photos that a request names. The first one becomes the image of the item. */
export function withPhotos(request: ItemRequest, photos: readonly Photo[]): NewItem {
  const [first] = photos
  return { ...request, imageUrl: first ? imageUrlOf(first) : request.imageUrl, photos }
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
