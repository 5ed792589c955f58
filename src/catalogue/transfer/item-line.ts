import { z } from 'zod'

import { parseFields } from '../../domain/field-table.ts'
import { isInvalidInput, InvalidInputError } from '../../domain/invalid-input.ts'
import { itemFields } from '../../domain/item-fields.ts'
import { initialState, type StoredItem } from '../../domain/item-state.ts'
import { isItemId, parseNewItem } from '../../domain/item.ts'
import {
  reservationFields,
  storedFields,
  toStoredFields,
  type Reservation,
  type withoutPrivate,
} from '../../domain/stored-fields.ts'
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

const fields = Object.fromEntries(Object.keys(storedFields).map((name) => [name, z.unknown().optional()]))

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

export function toItemLine(item: ReturnType<typeof withoutPrivate<StoredItem>> & Partial<StoredItem>): ItemLine {
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
    const fieldsOfItem = { ...parseNewItem(given, { isStored: true }), photos: itemPhotos, ...parseReservation(given) }
    return { id, createdAt, ...fieldsOfItem, sold, hidden, removedAt }
  } catch (error) {
    if (!isInvalidInput(error)) throw error
    return Object.entries(describeInvalidInput(error, english).fields ?? {})
      .map(([name, message]) => `${name}: ${message}`)
      .join(' ')
  }
}

/** @throws InvalidInputError, also for a last day or a note of an item that is not reserved. */
function parseReservation(given: object): Reservation {
  const { values, problems } = parseFields(reservationFields, given)
  const isEmpty = values.reservedUntil === null && values.reservedNote === null
  if (!values.reserved && !isEmpty) problems.set('reserved', { code: 'notReserved' })
  if (problems.size > 0) throw new InvalidInputError('invalid-item', undefined, Object.fromEntries(problems))
  return values
}
