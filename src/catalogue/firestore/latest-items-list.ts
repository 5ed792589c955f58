import { isVisible } from '../../domain/item-state.ts'
import { itemListSize, type Item } from '../../domain/item.ts'
import { compareNewest, type ItemDocument } from './item-document.ts'

/** The newest items that visitors see. */
export interface LatestItemsList {
  readonly revision: number
  readonly items: readonly Item[]
  readonly byId: ReadonlyMap<string, Item>
  /** Whether the catalogue has no other visible items. */
  readonly isComplete: boolean
  /** Whether items are missing at its end, until the listener brings them: one of its items was hidden a moment ago. */
  readonly isShort: boolean
  readonly documents: readonly ItemDocument[]
}

/** What the listener has reported. */
export interface LatestDocuments {
  readonly documents: readonly ItemDocument[]
  readonly isComplete: boolean
}

/** @param writes documents that were written since. */
export function createList(
  { documents, isComplete }: LatestDocuments,
  writes: readonly ItemDocument[],
): Omit<LatestItemsList, 'revision'> {
  const last = documents.toSorted(compareNewest).at(-1)
  const isListed = (document: ItemDocument) => isComplete || last === undefined || compareNewest(document, last) < 0
  const byDocumentId = new Map(documents.map((document) => [document.item.id, document]))
  for (const document of writes) {
    const { id } = document.item
    if (isListed(document) || byDocumentId.has(id)) byDocumentId.set(id, document)
  }
  // Another program may have hidden an item and left its `createdAt` in place.
  const visible = [...byDocumentId.values()].filter(isVisible).toSorted(compareNewest)
  const sorted = visible.slice(0, itemListSize)
  const items = sorted.map(({ item }) => item)
  return {
    items,
    byId: new Map(items.map((item) => [item.id, item])),
    isComplete: isComplete && visible.length <= itemListSize,
    isShort: visible.length < Math.min(itemListSize, isComplete ? 0 : documents.filter(isVisible).length),
    documents: sorted,
  }
}

type UnnumberedList = ReturnType<typeof createList>

/** The ids of items that were added, changed or taken out. An item that newer ones pushed out has not changed. */
export function changedIds(previous: UnnumberedList, next: UnnumberedList): string[] {
  const before = versionsOf(previous)
  const after = versionsOf(next)
  const written = [...after].filter(([id, updatedAt]) => before.get(id) !== updatedAt).map(([id]) => id)
  const last = next.items.at(-1)
  const isPushedOut = ({ createdAt }: Item) => !next.isComplete && last !== undefined && createdAt <= last.createdAt
  const removed = previous.items.filter((item) => !after.has(item.id) && !isPushedOut(item))
  return [...written, ...removed.map(({ id }) => id)]
}

function versionsOf({ documents }: UnnumberedList): Map<string, number> {
  return new Map(documents.map(({ item, updatedAt }) => [item.id, updatedAt]))
}
