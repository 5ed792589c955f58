import type { KeptItem } from '../../domain/item-state.ts'
import type { MovingItem } from './transfer.ts'

/** Numbers items of the same millisecond that follow each other; to be given all items in their order. */
export function createPlaces(): (item: KeptItem) => MovingItem {
  let millisecond = Number.NaN
  let place = 0
  return (item) => {
    const time = item.createdAt.getTime()
    place = time === millisecond ? place + 1 : 0
    millisecond = time
    return { ...item, place }
  }
}
