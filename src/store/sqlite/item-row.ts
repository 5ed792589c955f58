import type { KeptItem, ManagedItem } from '../../domain/item-state.ts'
import type { Item } from '../../domain/item.ts'

/** What visitors are told of an item. */
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
]

export type KeptRow = [...Row, hidden: number, removedAt: number | null]

export type ManagedRow = [...KeptRow, version: number]

/** In the order of {@link Row}. */
export const columns =
  'id, created_at, title, tagline, price_cents, category, image_url, size, color, description, sold'

/** In the order of {@link KeptRow}. */
export const keptColumns = `${columns}, hidden, removed_at`

/** In the order of {@link ManagedRow}. */
export const managedColumns = `${keptColumns}, version`

export function toRow(item: KeptItem): KeptRow {
  const { id, createdAt, title, tagline, price, category, imageUrl, size, color, description } = item
  const priceCents = price === null ? null : Math.round(price * 100)
  const fields = [title, tagline, priceCents, category, imageUrl, size, color, description] as const
  const state = [Number(item.sold), Number(item.hidden), item.removedAt?.getTime() ?? null] as const
  return [id, createdAt.getTime(), ...fields, ...state]
}

export function toItem(row: Row | KeptRow | ManagedRow): Item {
  const [id, createdAt, title, tagline, priceCents, category, imageUrl, size, color, description, sold] = row
  const price = priceCents === null ? null : priceCents / 100
  const fields = { title, tagline, price, category, imageUrl, size, color, description }
  return { id, createdAt: new Date(createdAt), ...fields, sold: sold === 1 }
}

export function toKeptItem(row: KeptRow | ManagedRow): KeptItem {
  const [hidden, removedAt] = [row[11], row[12]]
  return { ...toItem(row), hidden: hidden === 1, removedAt: removedAt === null ? null : new Date(removedAt) }
}

export function toManagedItem(row: ManagedRow): ManagedItem {
  return { ...toKeptItem(row), version: String(row[13]) }
}
