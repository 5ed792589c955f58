import type { StoredItem, ManagedItem } from '../../domain/item-state.ts'
import { cleanItemText, defaultCategory, type Item, type TextField } from '../../domain/item.ts'
import type { ItemDetails } from '../../domain/item/item-details.ts'
import { pickPhotoFields, type Photo } from '../../domain/photo.ts'
import { item as words } from '../../messages/messages.ts'

type DetailValues = [
  madeToOrder: number,
  weeksToMake: number | null,
  yarn: string | null,
  measurements: string | null,
  care: string | null,
  focusX: number | null,
  focusY: number | null,
]

/** What visitors see of an item. */
export type Row = [
  id: string,
  createdAt: number,
  title: string,
  tagline: string,
  priceCents: number | null,
  category: string,
  imageUrl: string,
  size: string | null,
  color: string | null,
  description: string | null,
  sold: number,
  /** JSON; `null` for none. */
  photos: string | null,
  ...DetailValues,
]

export type StoredRow = [...Row, hidden: number, removedAt: number | null]

export type ManagedRow = [...StoredRow, version: number]

/** In the order of {@link Row}. */
export const columns =
  'id, created_at, title, tagline, price_cents, category, image_url, size, color, description, sold, photos, ' +
  'made_to_order, weeks_to_make, yarn, measurements, care, focus_x, focus_y'

/** In the order of {@link StoredRow}. */
export const storedColumns = `${columns}, hidden, removed_at`

/** In the order of {@link ManagedRow}. */
export const managedColumns = `${storedColumns}, version`

export function toRow(item: StoredItem): StoredRow {
  const { id, createdAt, title, tagline, price, category, imageUrl, size, color, description } = item
  const priceCents = price === null ? null : Math.round(price * 100)
  const fields = [title, tagline, priceCents, category, imageUrl, size, color, description] as const
  const state = [Number(item.hidden), item.removedAt?.getTime() ?? null] as const
  const photos = toText(item.photos)
  return [id, createdAt.getTime(), ...fields, Number(item.sold), photos, ...toDetailValues(item), ...state]
}

function toDetailValues({ madeToOrder, weeksToMake, yarn, measurements, care, focus }: ItemDetails): DetailValues {
  return [Number(madeToOrder), weeksToMake, yarn, measurements, care, focus?.x ?? null, focus?.y ?? null]
}

/** Equal photos have equal texts, so that rows can be compared. */
function toText(photos: readonly Photo[]): string | null {
  const plain = photos.map(pickPhotoFields)
  return plain.length > 0 ? JSON.stringify(plain) : null
}

/** Earlier versions stored texts as they came, so they are cleaned when they are read. */
export function toItem(row: Row | StoredRow | ManagedRow): Item {
  const [id, createdAt, title, tagline, priceCents, category, imageUrl, size, color, description, sold, text] = row
  const [madeToOrder, weeksToMake, yarn, measurements, care, x, y] = row.slice(detailsStart) as DetailValues
  const price = priceCents === null ? null : priceCents / 100
  const photos = text === null ? [] : (JSON.parse(text) as Photo[])
  const fields = {
    title: cleanItemText('title', title) || words.untitled,
    tagline: cleanItemText('tagline', tagline),
    price,
    category: cleanItemText('category', category) || defaultCategory,
    imageUrl,
    size: cleanOptional('size', size),
    color: cleanOptional('color', color),
    description: cleanOptional('description', description),
    photos,
  }
  const focus = x === null || y === null ? null : { x, y }
  const details = {
    madeToOrder: madeToOrder === 1,
    weeksToMake,
    yarn: cleanOptional('yarn', yarn),
    measurements: cleanOptional('measurements', measurements),
    care: cleanOptional('care', care),
    focus,
  }
  return { id, createdAt: new Date(createdAt), ...fields, ...details, sold: sold === 1 }
}

function cleanOptional(field: TextField, text: string | null): string | null {
  return text === null ? null : cleanItemText(field, text) || null
}

const detailsStart = columns.split(', ').indexOf('made_to_order')
const stateStart = columns.split(', ').length

export function toStoredItem(row: StoredRow | ManagedRow): StoredItem {
  const [hidden, removedAt] = row.slice(stateStart) as [number, number | null]
  return { ...toItem(row), hidden: hidden === 1, removedAt: removedAt === null ? null : new Date(removedAt) }
}

export function toManagedItem(row: ManagedRow): ManagedItem {
  return { ...toStoredItem(row), version: String(row.at(-1)) }
}
