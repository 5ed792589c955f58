import { managedListPath } from '../../../src/domain/catalogue/managed-list.ts'
import type { Session } from '../../session/session.ts'
import { fetchPage, type ManagedListPage } from '../manage-api.ts'
import type { ManagedItemJson } from '../managed-item.ts'
import { stateOf, type ListView } from './list-view.ts'

/** The items of a list that were loaded, by their ids. */
export interface LoadedList {
  readonly ids: readonly string[]
  /** How many items match, also those that are not loaded. */
  readonly total: number
  /** The path of the next page. */
  readonly next: string | undefined
}

const noItems: LoadedList = { ids: [], total: 0, next: undefined }

/** A list, its first page, and the items on all loaded pages. */
export interface LoadedPages {
  readonly first: ManagedListPage
  readonly list: LoadedList
  readonly items: readonly ManagedItemJson[]
}

/** Adds a page. Each item is in the list once, also when pages overlap. */
export function addPage(list: LoadedList, { items, total, next }: ManagedListPage): LoadedList {
  return { ids: [...new Set([...list.ids, ...items.map(({ id }) => id)])], total, next }
}

/**
 * Loads a list from its first page on.
 *
 * @param rows how many items it should have; asked again after each page.
 * @returns `undefined` if the user is not an owner. @throws Error for `errorMessage`.
 */
export async function loadPages(
  session: Session,
  view: ListView,
  { rows, signal }: { readonly rows: () => number; readonly signal: AbortSignal },
): Promise<LoadedPages | undefined> {
  const path = managedListPath({ words: view.words, state: stateOf(view), cursor: null })
  const first = await fetchPage(session, path, signal)
  if (!first) return undefined
  let list = addPage(noItems, first)
  const items = [...first.items]
  while (list.next !== undefined && list.ids.length < rows()) {
    const page = await fetchPage(session, list.next, signal)
    if (!page) return undefined
    list = addPage(list, page)
    items.push(...page.items)
  }
  return { first, list, items }
}
