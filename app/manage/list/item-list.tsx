import { useEffect, useRef, useState, type ReactNode } from 'react'

import { fill, formatNumber, pluralOf } from '../../../src/domain/template.ts'
import { Field } from '../../ui/field.tsx'
import { isTyping } from '../../ui/keyboard-focus.ts'
import { QuietButton } from '../../ui/quiet-button.tsx'
import { useObservable } from '../../ui/use-observable.ts'
import { useMessages } from '../../use-messages.ts'
import type { ManageController } from '../manage-controller.ts'
import type { ManagedItemJson } from '../managed-item.ts'
import { ItemRow } from './item-row.tsx'
import { listFilters, type ListFilter } from './list-view.ts'
import { editButtonId, type RowFormName, type RowProps } from './row-props.ts'
import { useListedItems } from './use-listed-items.ts'

interface ItemListProps extends Pick<RowProps, 'actions' | 'tokenSource' | 'origin'> {
  readonly controller: ManageController
  /** Items with unsaved input. */
  readonly unsavedIds: ReadonlySet<string>
  /** The item whose link preview is open. */
  readonly linkPreviewId: string | undefined
  /** Items with a change in progress. */
  readonly busyIds: ReadonlySet<string>
}

/** The items, newest first, with a search field and filters; removed ones apart. */
export function ItemList({ controller, unsavedIds, linkPreviewId, busyIds, ...row }: ItemListProps) {
  const { manage, site } = useMessages()
  const { lists } = controller
  const { list, removed, counts, filter: chosen, words } = useObservable(lists)
  const [forms, setForms] = useState<ReadonlyMap<string, RowFormName | undefined>>(new Map())
  const isOpen = (id: string) => forms.get(id) !== undefined || id === linkPreviewId
  const listed = useListedItems({ lists, unsavedIds, isOpen, busyIds })
  const { rows, removedRows, countFound, countUnsaved, isSearched, isUnsavedShown } = listed
  const filter = chosen === 'unsaved' && countUnsaved === 0 ? 'all' : chosen
  const focusRow = useFocusedRow(busyIds)
  const all = counts?.all ?? 0
  const form = pluralOf(countFound === all ? manage.count : manage.countOf, all, site.language)
  const toRow = (item: ManagedItemJson) => (
    <ItemRow
      key={item.id}
      {...row}
      item={item}
      isUnsaved={unsavedIds.has(item.id)}
      isLinkShown={item.id === linkPreviewId}
      isBusy={busyIds.has(item.id)}
      form={forms.get(item.id)}
      setForm={(opened) => setForms((before) => new Map(before).set(item.id, opened))}
    />
  )
  const showMore = async (name: 'list' | 'removed') => focusRow(await lists.showMore(name))
  return (
    <>
      <div className="list-search">
        <Field
          name="find"
          label={manage.find}
          placeholder={manage.find}
          error={undefined}
          value={words}
          onChange={({ currentTarget }) => lists.search(currentTarget.value)}
        />
      </div>
      {counts && (
        <FilterButtons counts={{ ...counts, unsaved: countUnsaved }} filter={filter} setFilter={lists.choose} />
      )}
      <p className={countFound === all && all > 0 ? 'visually-hidden' : 'quiet'} role="status">
        {all === 0 ? manage.empty : fill(form, { found: formatNumber(countFound), count: formatNumber(all) })}
      </p>
      <ul className="item-rows">{rows.map(toRow)}</ul>
      {list?.next !== undefined && !isUnsavedShown && (
        <ShowMore count={list.total - list.ids.length} onClick={() => showMore('list')} />
      )}
      <RemovedItems count={listed.countRemoved} isOpen={isSearched} onOpen={lists.showRemoved}>
        <ul className="item-rows">{removedRows.map(toRow)}</ul>
        {removed?.next !== undefined && (
          <ShowMore count={removed.total - removed.ids.length} onClick={() => showMore('removed')} />
        )}
      </RemovedItems>
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
          {fill(manage.filterCount, { label: manage.filter[name], count: formatNumber(counts[name]) })}
        </button>
      ))}
    </div>
  )
}

interface ShowMoreProps {
  /** How many items are left. */
  readonly count: number
  readonly onClick: () => Promise<void>
}

function ShowMore({ count, onClick }: ShowMoreProps) {
  const { manage } = useMessages()
  const [isLoading, setIsLoading] = useState(false)
  const load = async () => {
    if (isLoading) return
    setIsLoading(true)
    await onClick()
    setIsLoading(false)
  }
  return (
    <p className="actions show-more">
      <QuietButton aria-disabled={isLoading} onClick={load}>
        {manage.showMore}
      </QuietButton>
      <span className="quiet">{isLoading ? manage.loading : fill(manage.more, { count: formatNumber(count) })}</span>
    </p>
  )
}

interface RemovedItemsProps {
  readonly count: number
  /** A search opens them. */
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly children: ReactNode
}

function RemovedItems({ count, isOpen, onOpen, children }: RemovedItemsProps) {
  const { manage } = useMessages()
  if (count === 0) return null
  return (
    <details
      className="removed-items"
      open={isOpen || undefined}
      onToggle={({ currentTarget }) => currentTarget.open && onOpen()}
    >
      <summary>{fill(manage.removedPieces, { count: formatNumber(count) })}</summary>
      {children}
    </details>
  )
}

/**
 * Moves the focus to an item's first button when a change has replaced the button that had it.
 *
 * @returns a function that focuses the first button of an item that is about to be shown.
 */
function useFocusedRow(busyIds: ReadonlySet<string>): (id: string | undefined) => void {
  const before = useRef(busyIds)
  const [newId, focusRow] = useState<string>()
  useEffect(() => {
    if (newId !== undefined && !isTyping()) document.getElementById(editButtonId(newId))?.focus()
  }, [newId])
  useEffect(() => {
    const changed = [...before.current].find((id) => !busyIds.has(id))
    before.current = busyIds
    if (changed === undefined || document.activeElement !== document.body) return
    document.getElementById(editButtonId(changed))?.focus({ preventScroll: true })
  }, [busyIds])
  return focusRow
}
