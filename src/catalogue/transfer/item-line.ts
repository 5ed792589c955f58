import { z } from 'zod'

import { isInvalidInput } from '../../domain/invalid-input.ts'
import { itemFields, toStoredFields } from '../../domain/item-fields.ts'
import { initialState, type StoredItem } from '../../domain/item-state.ts'
import { isItemId, parseNewItem } from '../../domain/item.ts'
import { describeInvalidInput } from '../../messages/describe-invalid-input.ts'
import { english } from '../../messages/english.ts'

/** An item as JSON: one line of the file. Only the states that differ from an item's initial state. */
export interface ItemLine extends Partial<Omit<StoredItem, 'createdAt' | 'removedAt'>> {
  readonly id: string
  /** ISO 8601 in UTC, with milliseconds. */
  readonly createdAt: string
  readonly removedAt?: string
}

const time = z.iso.datetime('A time must look like 2026-01-31T12:00:00.000Z.').transform((text) => new Date(text))

const photos = z.unknown().transform((value, context) => {
  const read = itemFields.photos.read(value)
  if (read.isFault) context.addIssue({ code: 'custom', message: 'Invalid photos.' })
  return read.value
})

const fields = Object.fromEntries(Object.keys(itemFields).map((name) => [name, z.unknown().optional()]))

/** Checks everything but the form fields, which `parseNewItem` checks. Unknown fields are refused. */
const lineShape = z.strictObject({
  ...fields,
  id: z.string().refine(isItemId, 'An id must have 1 to 128 letters, digits, hyphens or underscores.'),
  createdAt: time,
  photos: photos.default([]),
  sold: z.boolean().default(initialState.sold),
  hidden: z.boolean().default(initialState.hidden),
  removedAt: time.nullable().default(initialState.removedAt),
})

export function toItemLine(item: StoredItem): ItemLine {
  const { id, sold, hidden } = item
  return {
    id,
    createdAt: item.createdAt.toISOString(),
    ...toStoredFields(item),
    ...(sold && { sold }),
    ...(hidden && { hidden }),
    ...(item.removedAt !== null && { removedAt: item.removedAt.toISOString() }),
  }
}

/** @returns the item, or a readable message that lists all its problems. */
export function parseItemLine(value: unknown): StoredItem | string {
  const shape = lineShape.safeParse(value)
  if (!shape.success) return shape.error.issues.map(({ path, message }) => [...path, message].join(': ')).join(' ')
  const { id, createdAt, photos: itemPhotos, sold, hidden, removedAt, ...given } = shape.data
  try {
    return { id, createdAt, ...parseNewItem(given, { isStored: true }), photos: itemPhotos, sold, hidden, removedAt }
  } catch (error) {
    if (!isInvalidInput(error)) throw error
    return Object.entries(describeInvalidInput(error, english).fields ?? {})
      .map(([name, message]) => `${name}: ${message}`)
      .join(' ')
  }
}
