import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'

import { Field } from '../../ui/field.tsx'
import { useMessages } from '../../use-messages.ts'
import type { ManagedItemJson } from '../managed-item.ts'
import { editButtonId, ItemRow } from './item-row.tsx'
import {
  countByFilter,
  listFilters,
  matchesSearch,
  toListedItems,
  type ListedItem,
  type ListFilter,
} from './list-filter.ts'
import type { RowProps } from './row-props.ts'

/** As many rows as a phone renders at once without a pause. */
const maxShown = 100

interface ItemListProps extends Omit<RowProps, 'item' | 'isUnsaved' | 'isLinkShown' | 'isBusy'> {
  readonly items: readonly ManagedItemJson[]
  /** Items with unsaved input. */
  readonly unsavedIds: ReadonlySet<string>
  /** The item whose link preview is open. */
  readonly linkPreviewId: string | undefined
  /** Items with a change in progress. */
  readonly busyIds: ReadonlySet<string>
}

/** All items, newest first, with a search field and filters; removed ones apart. */
export function ItemList({ items, unsavedIds, linkPreviewId, busyIds, ...row }: ItemListProps) {
  const { manage } = useMessages()
  const [chosen, setFilter] = useState<ListFilter>('all')
  const [query, setQuery] = useState('')
  const deferredQuery = useDeferredValue(query)
  useKeptFocus(busyIds)
  const listed = useMemo(() => toListedItems(items, unsavedIds, manage), [items, unsavedIds, manage])
  const counts = countByFilter(listed)
  const filter = chosen === 'unsaved' && counts.unsaved === 0 ? 'all' : chosen
  const changedIds = useChangedIds(busyIds, `${filter} ${query}`)
  const isSearched = (one: ListedItem) => matchesSearch(one, deferredQuery)
  const isKept = ({ item }: ListedItem) => changedIds.has(item.id) || item.id === linkPreviewId
  const isShown = (one: ListedItem) => isKept(one) || (one.filters.has(filter) && isSearched(one))
  const found = listed.filter(isShown)
  const removed = listed.filter((one) => one.item.removedAt !== null && !isShown(one) && isSearched(one))
  const countFound = found.filter(({ filters }) => filters.has('all')).length
  const toRow = ({ item, isUnsaved }: ListedItem) => (
    <ItemRow
      key={item.id}
      {...row}
      {...{ item, isUnsaved }}
      isLinkShown={item.id === linkPreviewId}
      isBusy={busyIds.has(item.id)}
    />
  )
  return (
    <>
      <div className="list-search" onInput={({ target }) => setQuery((target as HTMLInputElement).value)}>
        <Field name="find" label={manage.find} placeholder={manage.find} error={undefined} />
      </div>
      <FilterButtons {...{ counts, filter, setFilter }} />
      <p className={countFound === counts.all && counts.all > 0 ? 'visually-hidden' : 'quiet'} role="status">
        {counts.all === 0 ? manage.empty : manage.count(countFound, counts.all)}
      </p>
      <ul className="item-rows">{found.slice(0, maxShown).map(toRow)}</ul>
      {found.length > maxShown && <p className="quiet">{manage.more(found.length - maxShown)}</p>}
      {removed.length > 0 && (
        <details className="removed-items" open={deferredQuery.trim() === '' ? undefined : true}>
          <summary>{manage.removedPieces(removed.length)}</summary>
          <ul className="item-rows">{removed.slice(0, maxShown).map(toRow)}</ul>
          {removed.length > maxShown && <p className="quiet">{manage.more(removed.length - maxShown)}</p>}
        </details>
      )}
    </>
  )
}

interface FilterButtonsProps {
  readonly counts: Readonly<Record<ListFilter, number>>
  readonly filter: ListFilter
  readonly setFilter: (filter: ListFilter) => void
}

/** A button for each filter that has items. None if all items are of the same kind. */
function FilterButtons({ counts, filter, setFilter }: FilterButtonsProps) {
  const { manage } = useMessages()
  const used = listFilters.filter((name) => counts[name] > 0 || name === filter)
  if (used.length < 3 && filter === 'all' && used.every((name) => counts[name] === counts.all)) return null
  return (
    <div className="filters" role="group" aria-label={manage.filters}>
      {used.map((name) => (
        <button key={name} type="button" aria-pressed={name === filter} onClick={() => setFilter(name)}>
          {manage.filterCount(manage.filter[name], counts[name])}
        </button>
      ))}
    </div>
  )
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

/** Moves the focus to an item's first button when a change has replaced the button that had it. */
function useKeptFocus(busyIds: ReadonlySet<string>): void {
  const before = useRef(busyIds)
  useEffect(() => {
    const changed = [...before.current].find((id) => !busyIds.has(id))
    before.current = busyIds
    if (changed === undefined || document.activeElement !== document.body) return
    document.getElementById(editButtonId(changed))?.focus()
  }, [busyIds])
}
