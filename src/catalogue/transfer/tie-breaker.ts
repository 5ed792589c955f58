import type { StoredItem } from '../../domain/item-state.ts'
import type { TransferItem } from './transfer.ts'

/** Numbers consecutive items of the same millisecond. Call it with all items, in their order. */
export function createTieBreaker(): (item: StoredItem) => TransferItem {
  let millisecond = Number.NaN
  let tieBreaker = 0
  return (item) => {
    const time = item.createdAt.getTime()
    tieBreaker = time === millisecond ? tieBreaker + 1 : 0
    millisecond = time
    return { ...item, tieBreaker }
  }
}
