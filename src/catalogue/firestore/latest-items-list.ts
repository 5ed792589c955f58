import { isVisible } from '../../domain/item-state.ts'
import { itemListSize } from '../../domain/item.ts'
import type { Item } from '../../domain/item.ts'
import { compareNewest } from './item-document.ts'
import type { ItemDocument } from './item-document.ts'

/** The newest items as one snapshot has them. */
export interface LatestItemsList {
  readonly revision: number
  readonly items: readonly Item[]
  readonly byId: ReadonlyMap<string, Item>
  /** Whether there are no others. */
  readonly isComplete: boolean
  readonly documents: readonly ItemDocument[]
}

interface Snapshot {
  readonly documents: readonly ItemDocument[]
  readonly isComplete: boolean
  /** Microseconds since 1970. */
  readonly readAt: number
}

/**
 * The next list. Its revision is the time of the latest writing in it: every process that has the same list has the
 * same revision, also after a restart, so that an open page finds its place in whichever process it comes to.
 *
 * Where that does not grow, as when the newest piece is hidden, it is the time of the snapshot. Processes then
 * differ until the next piece, which costs a page that moves between them one more fetch.
 */
export function nextList(
  previous: LatestItemsList | undefined,
  { documents, isComplete, readAt }: Snapshot,
): LatestItemsList {
  // Other hands may have hidden one without taking its `createdAt` away.
  const visible = documents.filter(isVisible).toSorted(compareNewest)
  const sorted = visible.slice(0, itemListSize)
  const items = sorted.map(({ item }) => item)
  const byId = new Map(items.map((item) => [item.id, item]))
  const next = { items, byId, isComplete: isComplete && visible.length <= itemListSize, documents: sorted }
  const latest = Math.max(0, ...sorted.map(({ updatedAt }) => updatedAt))
  if (previous === undefined || latest > previous.revision) return { ...next, revision: latest }
  const hasChanged = changedIds(previous, { ...next, revision: 0 }).length > 0
  return { ...next, revision: hasChanged ? Math.max(readAt, previous.revision + 1) : previous.revision }
}

/** Which items came, changed or were taken away. One that newer ones have pushed out is as it was. */
export function changedIds(previous: LatestItemsList, next: LatestItemsList): string[] {
  const before = versionsOf(previous)
  const after = versionsOf(next)
  const written = [...after].filter(([id, updatedAt]) => before.get(id) !== updatedAt).map(([id]) => id)
  const last = next.items.at(-1)
  const isPushedOut = ({ createdAt }: Item) => !next.isComplete && last !== undefined && createdAt <= last.createdAt
  const removed = previous.items.filter((item) => !after.has(item.id) && !isPushedOut(item))
  return [...written, ...removed.map(({ id }) => id)]
}

function versionsOf({ documents }: LatestItemsList): Map<string, number> {
  return new Map(documents.map(({ item, updatedAt }) => [item.id, updatedAt]))
}

/** Whether the list shows a document as it was written, or has no place for it. */
export function isUpToDateWith({ documents, isComplete }: LatestItemsList, written: ItemDocument): boolean {
  const listed = documents.find(({ item }) => item.id === written.item.id)
  if (!isVisible(written)) return listed === undefined
  if (listed !== undefined) return listed.updatedAt >= written.updatedAt
  const last = documents.at(-1)
  return !isComplete && last !== undefined && compareNewest(last, written) < 0
}
