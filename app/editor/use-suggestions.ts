import { useState } from 'react'

import type { Item } from '../../src/domain/item.ts'

const suggested = ['category', 'size', 'color'] as const

/** What to suggest in each of these fields: the values of other items, the most frequent ones first. */
export type Suggestions = Readonly<Record<(typeof suggested)[number], readonly string[]>>

type SuggestedFields = Pick<Item, (typeof suggested)[number]>

const none: Suggestions = { category: [], size: [], color: [] }

/**
 * Suggestions from the newest items, which the shop has in memory: they cost it next to nothing, however many items there
 * are. They are loaded once, by the function.
 */
export function useSuggestions(): readonly [Suggestions, load: () => void] {
  const [suggestions, setSuggestions] = useState<Suggestions>()
  const [isAsked, setIsAsked] = useState(false)
  const load = () => {
    if (isAsked) return
    setIsAsked(true)
    fetchNewest().then(
      (items) => setSuggestions(suggest(items)),
      () => setIsAsked(false), // The form works without. The next field tries again.
    )
  }
  return [suggestions ?? none, load]
}

async function fetchNewest(): Promise<readonly SuggestedFields[]> {
  const response = await fetch('/api/items')
  if (!response.ok) throw new Error(response.statusText)
  const { items } = (await response.json()) as { readonly items: readonly SuggestedFields[] }
  return items
}

/** Values that differ only in case or spaces are one: the most frequent spelling is suggested. Exported for tests. */
export function suggest(items: readonly SuggestedFields[]): Suggestions {
  const valuesOf = (name: keyof Suggestions) => {
    const counts = new Map<string, number>()
    for (const { [name]: value } of items) if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
    const sorted = [...counts].toSorted(([, a], [, b]) => b - a).map(([value]) => value)
    return [...Map.groupBy(sorted, normalize).values()].flatMap(([first]) => first ?? [])
  }
  return { category: valuesOf('category'), size: valuesOf('size'), color: valuesOf('color') }
}

function normalize(value: string): string {
  return value.normalize('NFC').replaceAll(/\s+/gu, ' ').toLowerCase()
}
