import { useState } from 'react'

import type { Suggestions } from '../../src/domain/catalogue/suggestions.ts'

const none: Suggestions = { category: [], size: [], color: [] }

/** What to suggest in the fields of an item: the values of other items. They are loaded once, by the function. */
export function useSuggestions(): readonly [Suggestions, load: () => void] {
  const [suggestions, setSuggestions] = useState<Suggestions>()
  const [isAsked, setIsAsked] = useState(false)
  const load = () => {
    if (isAsked) return
    setIsAsked(true)
    // The form works without. The next field tries again.
    fetchSuggestions().then(setSuggestions, () => setIsAsked(false))
  }
  return [suggestions ?? none, load]
}

async function fetchSuggestions(): Promise<Suggestions> {
  const response = await fetch('/api/suggestions')
  if (!response.ok) throw new Error(response.statusText)
  return (await response.json()) as Suggestions
}
