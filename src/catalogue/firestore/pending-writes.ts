import type { Item } from '../../domain/item.ts'
import type { Patience } from './wait-until.ts'

/** Items of this process that are on their way to its own listener. */
export interface Arrivals {
  /** To be called before the item is written. */
  expect(id: string): Arrival
  /** A snapshot has come, and all who watch were told of it. `readAt` in microseconds since 1970. */
  note(listed: ReadonlyMap<string, Item>, readAt: number): void
}

export interface Arrival extends Disposable {
  /**
   * The item as the listener has it. `undefined` when the list has moved past it, or does not move.
   *
   * @param writtenAt microseconds since 1970; `undefined` when that is not known.
   */
  seen(writtenAt: number | undefined): Promise<Item | undefined>
}

interface Expected {
  readonly id: string
  writtenAt: number | undefined
  item: Item | undefined
}

/** @param patience is to look after each `note`. */
export function createArrivals(patience: Patience): Arrivals {
  /** Several may be of one id: of those, one is written. */
  const expected = new Set<Expected>()
  let lastReadAt = 0
  /** A snapshot of the very time of the writing may have been taken before it. */
  const isPast = ({ writtenAt }: Expected) => writtenAt !== undefined && writtenAt < lastReadAt

  return {
    expect(id) {
      const mine: Expected = { id, writtenAt: undefined, item: undefined }
      expected.add(mine)
      return {
        async seen(writtenAt) {
          mine.writtenAt = writtenAt
          await patience.until(() => mine.item !== undefined || isPast(mine))
          return mine.item
        },
        [Symbol.dispose]: () => void expected.delete(mine),
      }
    },
    note(listed, readAt) {
      lastReadAt = readAt
      for (const one of expected) one.item ??= listed.get(one.id)
    },
  }
}
