import { isVisible } from '../../domain/item-state.ts'
import { itemListSize, type Item } from '../../domain/item.ts'
import { compareNewest, type ItemDocument } from './item-document.ts'

/** The newest items of one snapshot. */
export interface LatestItemsList {
  readonly revision: number
  readonly items: readonly Item[]
  readonly byId: ReadonlyMap<string, Item>
  /** Whether the catalogue has no other visible items. */
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
 * Returns the next list. Its revision is the time of the last write in it: all processes with the same list have the
 * same revision, also after a restart, so an open page may reconnect to any of them.
 *
 * If that time does not grow (the newest item was hidden, say), the revision is the time of the snapshot. Then processes
 * differ until the next new item, and a page that reconnects to another one refetches once more.
 */
export function nextList(
  previous: LatestItemsList | undefined,
  { documents, isComplete, readAt }: Snapshot,
): LatestItemsList {
  // Another program may have hidden an item and left its `createdAt` in place.
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

/** The ids of items that were added, changed or taken out. An item that newer ones pushed out has not changed. */
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

/** Whether the list is at least as new as a written document: shows it as written, or has no room for it. */
export function isUpToDateWith({ documents, isComplete }: LatestItemsList, written: ItemDocument): boolean {
  const listed = documents.find(({ item }) => item.id === written.item.id)
  if (!isVisible(written)) return listed === undefined
  if (listed !== undefined) return listed.updatedAt >= written.updatedAt
  const last = documents.at(-1)
  return !isComplete && last !== undefined && compareNewest(last, written) < 0
}
