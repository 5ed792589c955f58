import { foldWords } from '../../../src/domain/catalogue/catalogue-query.ts'
import { managedStates, type ManagedState } from '../../../src/domain/catalogue/managed-list.ts'
import { isMatch, queryTermsOf, termsOf } from '../../../src/domain/catalogue/search-terms.ts'
import type { BrowserMessages } from '../../../src/messages/english-browser.ts'
import type { ManagedItemJson } from '../managed-item.ts'

type ManageTexts = BrowserMessages['manage']

/** What the list shows. */
export type ListFilter = keyof ManageTexts['filter']

export const listFilters: readonly ListFilter[] = [...managedStates.filter((state) => state !== 'removed'), 'unsaved']

/** What the list is asked for. */
export interface ListView {
  readonly filter: ListFilter | 'removed'
  /** What was typed into the search field. */
  readonly words: string
}

/** What all items are asked for first. */
export const wholeList: ListView = { filter: 'all', words: '' }

/** The state to ask the server for. Only this browser knows which items have unsaved input. */
export function stateOf({ filter }: ListView): ManagedState {
  return filter === 'unsaved' ? 'all' : filter
}

/**
 * A search for a state by its name, such as `hidden navy`: what the view means if no item has all these words. `undefined`
 * if the words name no state.
 */
export function readStateName({ filter, words }: ListView, texts: ManageTexts): ListView | undefined {
  if (filter !== 'all') return undefined
  const typed = ` ${foldWords(words)} `
  const { all: _, ...labels } = { ...texts.filter, removed: texts.removed }
  const named = Object.entries(labels).find(([, label]) => typed.includes(` ${foldWords(label)} `))
  if (!named) return undefined
  const [state, label] = named as [keyof typeof labels, string]
  return { filter: state, words: typed.replace(` ${foldWords(label)} `, ' ').trim() }
}

/** Whether the item's title, category, tagline, colour, size or private note have each word. */
export function hasWords(item: ManagedItemJson, words: string): boolean {
  const { title, category, tagline, color, size, reservedNote } = item
  const terms = [title, category, tagline, color, size, reservedNote].flatMap((text) => termsOf(text ?? ''))
  return queryTermsOf(words).every((wanted) => terms.some((term) => isMatch(term, wanted)))
}

/** Adds items to a list that is newest first, each at its place. */
export function insertByTime(list: readonly ManagedItemJson[], added: readonly ManagedItemJson[]): ManagedItemJson[] {
  return [...list, ...added].toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
}
