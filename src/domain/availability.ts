import type { Item } from './item.ts'

/**
 * Whether and how visitors can ask for an item: for the piece itself, for one that is made for them, to be next if a
 * reservation comes to nothing, or for one like it.
 */
export type Availability = 'available' | 'madeToOrder' | 'reserved' | 'sold'

/** What decides it: a sold item may still be reserved or made to order, and a reserved one made to order. */
export type AvailabilityFields = Pick<Item, 'sold' | 'reserved' | 'madeToOrder'>

export function availabilityOf({ sold, reserved, madeToOrder }: AvailabilityFields): Availability {
  if (sold) return 'sold'
  if (reserved) return 'reserved'
  return madeToOrder ? 'madeToOrder' : 'available'
}
