import { z } from 'zod'

import { isShopError } from '../domain/errors.ts'
import { isItemId, parseNewItem } from '../domain/item.ts'
import type { Item } from '../domain/item.ts'

/** An item as JSON: what a line of the file holds. */
export type ItemLine = Omit<Item, 'createdAt'> & {
  /** ISO 8601 in UTC, with milliseconds. */
  readonly createdAt: string
}

const field = z.unknown().optional()

/** What an item has beside the fields that its maker gives, whose rules are the domain's. A name of no field is a slip. */
const lineShape = z.strictObject({
  id: z.string().refine(isItemId, 'An id has 20 letters and digits.'),
  createdAt: z.iso.datetime('A time looks like 2026-01-31T12:00:00.000Z.').transform((text) => new Date(text)),
  title: field,
  tagline: field,
  price: field,
  category: field,
  imageUrl: field,
  size: field,
  color: field,
  description: field,
})

export function toItemLine(item: Item): ItemLine {
  const { id, createdAt, title, tagline, price, category, imageUrl, size, color, description } = item
  return { id, createdAt: createdAt.toISOString(), title, tagline, price, category, imageUrl, size, color, description }
}

/** @returns the item, or all that is wrong with it, for people. */
export function parseItemLine(value: unknown): Item | string {
  const shape = lineShape.safeParse(value)
  if (!shape.success) return shape.error.issues.map(({ path, message }) => [...path, message].join(': ')).join(' ')
  const { id, createdAt, ...fields } = shape.data
  try {
    return { id, createdAt, ...parseNewItem(fields) }
  } catch (error) {
    if (!isShopError(error)) throw error
    return Object.entries(error.fields ?? {})
      .map(([name, message]) => `${name}: ${message}`)
      .join(' ')
  }
}
