import { useEffect, useState } from 'react'

import { useObservable } from '../../ui/use-observable.ts'
import type { ManagedItemJson } from '../managed-item.ts'
import type { ItemLists } from './item-lists.ts'
import { hasWords, insertByTime } from './list-view.ts'

interface ListedItemsOptions {
  readonly lists: ItemLists
  /** Items with unsaved input. */
  readonly unsavedIds: ReadonlySet<string>
  /** Whether an item has an open form or link preview: it stays in the list. */
  readonly isOpen: (id: string) => boolean
  /** Items with a change in progress. */
  readonly busyIds: ReadonlySet<string>
}

/** The rows of the list and of the removed items, and their numbers. */
export function useListedItems({ lists, unsavedIds, isOpen, busyIds }: ListedItemsOptions) {
  const { items, list, removed, counts, filter, shown } = useObservable(lists)
  const changedIds = useChangedIds(busyIds, `${filter} ${shown.words}`)
  const isKept = ({ id }: ManagedItemJson) => changedIds.has(id) || isOpen(id)
  const unsaved = toItems(items, unsavedIds).filter(isThere)
  const isUnsavedShown = unsaved.length > 0 && (filter === 'unsaved' || shown.filter === 'unsaved')
  const listed = isUnsavedShown
    ? unsaved.filter((item) => hasWords(item, shown.words))
    : toItems(items, list?.ids ?? [])
  const listedIds = new Set(listed.map(({ id }) => id))
  const kept = [...items.values()].filter((item) => item !== undefined).filter(isKept)
  const added = kept.filter(({ id }) => !listedIds.has(id))
  const inRemoved = toItems(items, removed?.ids ?? [])
  const removedRows = inRemoved.filter((item) => !isThere(item) && !isKept(item))
  const isSearched = shown.words !== '' || shown.filter === 'removed'
  const countRemoved = isSearched ? (removed?.total ?? 0) : (counts?.removed ?? 0)
  const countElsewhere = inRemoved.filter(isThere).length + kept.filter((item) => !isThere(item)).length
  const all = counts?.all ?? 0
  const countListed = isUnsavedShown ? listed.length : (list?.total ?? 0)
  return {
    rows: insertByTime(listed, added),
    removedRows,
    isSearched,
    countUnsaved: unsaved.length,
    countFound: Math.min(all, countListed + added.filter(isThere).length),
    countRemoved: Math.max(removedRows.length, countRemoved - countElsewhere),
    isUnsavedShown,
  }
}

function toItems(items: ReadonlyMap<string, ManagedItemJson | undefined>, ids: Iterable<string>): ManagedItemJson[] {
  return [...ids].map((id) => items.get(id)).filter((item) => item !== undefined)
}

function isThere({ removedAt }: ManagedItemJson): boolean {
  return removedAt === null
}

/**
 * Items that were changed here since the filter or the search changed. They stay in the list, so that a change can be seen
 * and undone, and its button keeps the focus.
 */
function useChangedIds(busyIds: ReadonlySet<string>, view: string): ReadonlySet<string> {
  const [changed, setChanged] = useState<{ view: string; ids: ReadonlySet<string> }>({ view, ids: new Set() })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- Collects what passes through `busyIds`.
    setChanged((before) => {
      const ids = before.view === view ? before.ids : new Set<string>()
      return { view, ids: busyIds.size === 0 ? ids : new Set([...ids, ...busyIds]) }
    })
  }, [busyIds, view])
  return changed.view === view ? changed.ids : busyIds
}
