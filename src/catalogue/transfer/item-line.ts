import { z } from 'zod'

import { isInvalidItem } from '../../domain/item-problem.ts'
import { initialState, type StoredItem } from '../../domain/item-state.ts'
import { isItemId, parseNewItem } from '../../domain/item.ts'
import { noDetails, type ItemDetails } from '../../domain/item/item-details.ts'
import { readPhotos, type Photo } from '../../domain/photo.ts'
import { describeInvalidItem } from '../../messages/describe-item-problem.ts'
import { english } from '../../messages/english.ts'

/** An item as JSON: one line of the file. */
export type ItemLine = Omit<StoredItem, 'createdAt' | keyof ItemState> & {
  /** ISO 8601 in UTC, with milliseconds. */
  readonly createdAt: string
} & ItemState

/** Only the fields that differ from an item's initial state. */
interface ItemState extends Partial<ItemDetails> {
  readonly photos?: readonly Photo[]
  readonly sold?: true
  readonly hidden?: true
  /** ISO 8601 in UTC, with milliseconds. */
  readonly removedAt?: string
}

const field = z.unknown().optional()
const time = z.iso.datetime('A time must look like 2026-01-31T12:00:00.000Z.').transform((text) => new Date(text))

const photos = z.unknown().transform((value, context) => {
  const found = readPhotos(value)
  if (found === undefined) context.addIssue({ code: 'custom', message: 'Invalid photos.' })
  return found ?? []
})

/** Checks everything but the form fields, which `parseNewItem` checks. Unknown fields are refused. */
const lineShape = z.strictObject({
  id: z.string().refine(isItemId, 'An id must have 1 to 128 letters, digits, hyphens or underscores.'),
  createdAt: time,
  title: field,
  tagline: field,
  price: field,
  category: field,
  imageUrl: field,
  size: field,
  color: field,
  description: field,
  madeToOrder: field,
  weeksToMake: field,
  yarn: field,
  measurements: field,
  care: field,
  focus: field,
  photos: photos.default([]),
  sold: z.boolean().default(initialState.sold),
  hidden: z.boolean().default(initialState.hidden),
  removedAt: time.nullable().default(initialState.removedAt),
})

export function toItemLine(item: StoredItem): ItemLine {
  const { id, createdAt, title, tagline, price, category, imageUrl, size, color, description } = item
  const fields = { title, tagline, price, category, imageUrl, size, color, description }
  return { id, createdAt: createdAt.toISOString(), ...fields, ...toDetails(item), ...toItemState(item) }
}

/** The details that the item has. */
function toDetails(item: StoredItem): Partial<ItemDetails> {
  const names = Object.keys(noDetails) as (keyof ItemDetails)[]
  const present = names.filter((name) => item[name] !== noDetails[name])
  return Object.fromEntries(present.map((name) => [name, item[name]]))
}

function toItemState({ photos: itemPhotos, sold, hidden, removedAt }: StoredItem): Omit<ItemState, keyof ItemDetails> {
  return {
    ...(itemPhotos.length > 0 && { photos: itemPhotos }),
    ...(sold && { sold }),
    ...(hidden && { hidden }),
    ...(removedAt !== null && { removedAt: removedAt.toISOString() }),
  }
}

/** @returns the item, or a readable message that lists all its problems. */
export function parseItemLine(value: unknown): StoredItem | string {
  const shape = lineShape.safeParse(value)
  if (!shape.success) return shape.error.issues.map(({ path, message }) => [...path, message].join(': ')).join(' ')
  const { id, createdAt, photos: itemPhotos, sold, hidden, removedAt, ...fields } = shape.data
  try {
    return { id, createdAt, ...parseNewItem(fields, { isStored: true }), photos: itemPhotos, sold, hidden, removedAt }
  } catch (error) {
    if (!isInvalidItem(error)) throw error
    return Object.entries(describeInvalidItem(error, english).fields ?? {})
      .map(([name, message]) => `${name}: ${message}`)
      .join(' ')
  }
}
