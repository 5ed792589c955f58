import { isVisible, type StoredItem } from '../../domain/item-state.ts'
import type { ManagedState } from './search-results.ts'

/** A bit for each state. `visible`: visitors see it. `unsold`: visitors see it, and it is not sold. */
export const stateBits = {
  visible: 1,
  unsold: 2,
  all: 4,
  available: 8,
  madeToOrder: 16,
  sold: 32,
  hidden: 64,
  removed: 128,
} as const satisfies Record<ManagedState | 'visible' | 'unsold', number>

export type IndexState = keyof typeof stateBits

/** The bits of the states that an item is in. */
export function statesOf(item: StoredItem): number {
  const { visible, unsold, all, available, madeToOrder, sold, hidden, removed } = stateBits
  if (item.removedAt !== null) return removed
  const seen = isVisible(item) ? visible | (item.sold ? 0 : unsold) : hidden
  if (item.sold) return all | seen | sold
  if (item.madeToOrder) return all | seen | madeToOrder
  return all | seen | (item.hidden ? 0 : available)
}
