import type { Item } from '../item.ts'
import { splitFacet } from './facets.ts'

/** Of each field: more are no help to choose from. */
export const maxSuggestions = 100

/** What the form of an item suggests in these fields: the values of other items, those of most items first. */
export interface Suggestions {
  readonly category: readonly string[]
  readonly size: readonly string[]
  readonly color: readonly string[]
}

/** Suggestions from a few items. @param items newest first. */
export function suggest(items: readonly Pick<Item, 'category' | 'size' | 'color'>[]): Suggestions {
  const frequent = (texts: readonly (string | null)[]) => {
    const values = Map.groupBy(texts.flatMap(splitFacet), ({ key }) => key)
    const counted = [...values.values()].flatMap(([first, ...others]) =>
      first ? [{ name: first.name, count: others.length }] : [],
    )
    return counted
      .toSorted((a, b) => b.count - a.count)
      .slice(0, maxSuggestions)
      .map(({ name }) => name)
  }
  return {
    category: frequent(items.map(({ category }) => category)),
    size: frequent(items.map(({ size }) => size)),
    color: frequent(items.map(({ color }) => color)),
  }
}
