import { Hono } from 'hono'

import { maxSuggestions, suggest, type Suggestions } from '../domain/catalogue/suggestions.ts'
import { itemListSize } from '../domain/item.ts'
import type { Bindings } from '../web/bindings.ts'
import type { Store } from './store.ts'

export type SuggestionsStore = Pick<Store, 'isIndexed' | 'newest' | 'overview' | 'facets'>

/**
 * `GET /`: suggestions for anyone who adds an item. While the index is not filled, they come from the newest items, which are
 * in memory: a visitor of the form must not make the shop read the whole catalogue.
 */
export function createSuggestionsApi(store: SuggestionsStore) {
  let last: { readonly key: string; readonly body: Buffer<ArrayBuffer> } | undefined
  return new Hono<Bindings>().get('/', async (context) => {
    const isIndexed = store.isIndexed()
    const { revision, items } = await store.newest(itemListSize)
    const key = `${revision} ${isIndexed}`
    if (last?.key !== key) {
      const suggestions = isIndexed ? await suggestFromIndex(store) : suggest(items)
      last = { key, body: Buffer.from(JSON.stringify(suggestions)) }
    }
    return context.body(last.body, 200, { 'Content-Type': 'application/json' })
  })
}

async function suggestFromIndex(store: SuggestionsStore): Promise<Suggestions> {
  const [{ categories }, { sizes, colors }] = await Promise.all([store.overview(), store.facets(null)])
  return { category: namesOf(categories), size: namesOf(sizes), color: namesOf(colors) }
}

function namesOf(values: readonly { readonly name: string }[]): string[] {
  return values.slice(0, maxSuggestions).map(({ name }) => name)
}
