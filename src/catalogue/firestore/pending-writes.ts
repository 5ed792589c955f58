import type { Item } from '../../domain/item.ts'
import type { Waiter } from './wait-until.ts'

/** Items that this process has written and its own listener has not reported yet. */
export interface PendingWrites {
  /** Call this before the item is written. */
  track(id: string): PendingWrite
  /** Call this after watchers were notified of a snapshot. `readAt` is in microseconds since 1970. */
  onSnapshot(listed: ReadonlyMap<string, Item>, readAt: number): void
}

export interface PendingWrite extends Disposable {
  /**
   * Resolves with the item as the listener reports it; with `undefined` if a later snapshot does not have it, or on a
   * timeout.
   *
   * @param writtenAt microseconds since 1970; `undefined` if unknown.
   */
  waitUntilListed(writtenAt: number | undefined): Promise<Item | undefined>
}

interface TrackedWrite {
  readonly id: string
  writtenAt: number | undefined
  item: Item | undefined
}

/** @param waiter the caller has it recheck after each `onSnapshot`. */
export function createPendingWrites(waiter: Waiter): PendingWrites {
  /** There may be several with one id, of which one is written. */
  const tracked = new Set<TrackedWrite>()
  let lastReadAt = 0
  /** `<`, as a snapshot with the same time as the write may have been taken before it. */
  const isPast = ({ writtenAt }: TrackedWrite) => writtenAt !== undefined && writtenAt < lastReadAt

  return {
    track(id) {
      const write: TrackedWrite = { id, writtenAt: undefined, item: undefined }
      tracked.add(write)
      return {
        async waitUntilListed(writtenAt) {
          write.writtenAt = writtenAt
          await waiter.waitUntil(() => write.item !== undefined || isPast(write))
          return write.item
        },
        [Symbol.dispose]: () => void tracked.delete(write),
      }
    },
    onSnapshot(listed, readAt) {
      lastReadAt = readAt
      for (const write of tracked) write.item ??= listed.get(write.id)
    },
  }
}
