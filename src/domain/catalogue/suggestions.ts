import type { Item } from '../item.ts'
import { categoryKey } from './category.ts'

const suggested = ['category', 'size', 'color'] as const

type SuggestedField = (typeof suggested)[number]

/** What the form of an item suggests in these fields: the values of other items. */
export type Suggestions = Readonly<Record<SuggestedField, readonly string[]>>

/** Of each field: more are no help to choose from. */
const maxSuggestions = 100

/** The values of a few items, the most frequent ones first, as they are written most often. */
export function suggest(items: readonly Pick<Item, SuggestedField>[]): Suggestions {
  const valuesOf = (name: SuggestedField) => {
    const counts = new Map<string, number>()
    for (const { [name]: value } of items) if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
    return [...counts].toSorted(([, a], [, b]) => b - a).map(([value]) => value)
  }
  return mergeSuggestions({ category: valuesOf('category'), size: valuesOf('size'), color: valuesOf('color') })
}

/** Each value once, in its first spelling. */
export function mergeSuggestions(...all: readonly Suggestions[]): Suggestions {
  const merge = (name: SuggestedField) => {
    const values = Map.groupBy(
      all.flatMap(({ [name]: each }) => each),
      categoryKey,
    )
    return [...values.values()].flatMap(([first]) => first ?? []).slice(0, maxSuggestions)
  }
  return { category: merge('category'), size: merge('size'), color: merge('color') }
}
