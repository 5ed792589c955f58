import { termsOf } from '../../domain/catalogue/search-terms.ts'
import { isVisible, type StoredItem } from '../../domain/item-state.ts'
import { searchedTexts } from '../../domain/item/item-fields.ts'
import type { ManagedState } from './catalogue-search.ts'

/** What kind of facet something is. States have fixed numbers. */
export const facetKinds = { state: 0, category: 1, size: 2, color: 3, price: 4 } as const

export type FacetKind = (typeof facetKinds)[keyof typeof facetKinds]

/** The facets of states. `visible`: visitors see it. `unsold`: visitors see it, and it is not sold. */
export const stateFacets = {
  visible: 1,
  unsold: 2,
  all: 3,
  available: 4,
  madeToOrder: 5,
  sold: 6,
  hidden: 7,
  removed: 8,
} as const satisfies Record<ManagedState | 'visible' | 'unsold', number>

export type IndexState = keyof typeof stateFacets

/** Every other facet has a higher number. */
export const lastStateFacet = 15

/** Characters of the private-use planes, which no word of a text has. One character has no entry for its prefixes. */
const facetPlanes = { first: 0xf_00_00, count: 0xff_fe, next: 0x10_00_00 } as const

/** The term of all items with a facet. */
export function facetTerm(facet: number): string {
  const { first, count, next } = facetPlanes
  const rest = Math.floor(facet / count)
  const last = String.fromCodePoint(first + (facet % count))
  return rest === 0 ? last : String.fromCodePoint(next + rest) + last
}

export function statesOf(item: StoredItem): IndexState[] {
  const { sold, hidden, madeToOrder, removedAt } = item
  if (removedAt !== null) return ['removed']
  const states: IndexState[] = ['all']
  if (isVisible(item)) states.push('visible')
  if (isVisible(item) && !sold) states.push('unsold')
  if (sold) states.push('sold')
  else if (madeToOrder) states.push('madeToOrder')
  else if (!hidden) states.push('available')
  if (hidden) states.push('hidden')
  return states
}

/**
 * The term of a word of an item that visitors do not see: only words of the others are terms as they are, so that a search for
 * them finds nothing else.
 */
export function unseenTerm(word: string): string {
  return `\u{10FFFD}${word}`
}

/** The fields that are searched, those that say most of an item first. */
export const searchedFields = searchedTexts.map(
  (names) => (item: StoredItem) => names.map((name) => item[name] ?? '').join(' '),
)

/** The different words of an item. */
export function wordsOf(item: StoredItem): Set<string> {
  return new Set(termsOf(searchedFields.map((field) => field(item)).join('\n')))
}
