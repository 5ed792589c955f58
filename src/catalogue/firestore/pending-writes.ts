import type { Item } from '../../domain/item.ts'
import type { Waiter } from './wait-until.ts'

/** Items of this process that are on their way to its own listener. */
export interface PendingWrites {
  /** To be called before the item is written. */
  track(id: string): PendingWrite
  /** A snapshot has come, and all who watch were told of it. `readAt` in microseconds since 1970. */
  onSnapshot(listed: ReadonlyMap<string, Item>, readAt: number): void
}

export interface PendingWrite extends Disposable {
  /**
   * The item as the listener has it. `undefined` when the list has moved past it, or does not move.
   *
   * @param writtenAt microseconds since 1970; `undefined` when that is not known.
   */
  waitUntilListed(writtenAt: number | undefined): Promise<Item | undefined>
}

interface TrackedWrite {
  readonly id: string
  writtenAt: number | undefined
  item: Item | undefined
}

/** @param patience is to look after each `note`. */
export function createPendingWrites(patience: Waiter): PendingWrites {
  /** Several may be of one id: of those, one is written. */
  const expected = new Set<TrackedWrite>()
  let lastReadAt = 0
  /** A snapshot of the very time of the writing may have been taken before it. */
  const isPast = ({ writtenAt }: TrackedWrite) => writtenAt !== undefined && writtenAt < lastReadAt

  return {
    track(id) {
      const mine: TrackedWrite = { id, writtenAt: undefined, item: undefined }
      expected.add(mine)
      return {
        async waitUntilListed(writtenAt) {
          mine.writtenAt = writtenAt
          await patience.waitUntil(() => mine.item !== undefined || isPast(mine))
          return mine.item
        },
        [Symbol.dispose]: () => void expected.delete(mine),
      }
    },
    onSnapshot(listed, readAt) {
      lastReadAt = readAt
      for (const one of expected) one.item ??= listed.get(one.id)
    },
  }
}
