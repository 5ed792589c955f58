import { availabilityOf } from '../../domain/availability.ts'
import type { ManagedState } from '../../domain/catalogue/managed-list.ts'
import { isVisible, type StoredItem } from '../../domain/item-state.ts'

/** A bit for each state. `visible`: visitors see it. `obtainable`: visitors see it, and can get it. */
export const stateBits = {
  visible: 1,
  obtainable: 2,
  all: 4,
  available: 8,
  madeToOrder: 16,
  sold: 32,
  hidden: 64,
  removed: 128,
  reserved: 256,
} as const satisfies Record<ManagedState | 'visible' | 'obtainable', number>

export type IndexState = keyof typeof stateBits

/** The bits of the states that an item is in. */
export function statesOf(item: StoredItem): number {
  const { visible, obtainable, all, hidden, removed } = stateBits
  if (item.removedAt !== null) return removed
  const availability = availabilityOf(item)
  const isTaken = availability === 'sold' || availability === 'reserved'
  const seen = isVisible(item) ? visible | (isTaken ? 0 : obtainable) : hidden
  if (availability === 'available' && item.hidden) return all | seen
  return all | seen | stateBits[availability]
}
