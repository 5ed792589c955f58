import { Hono } from 'hono'

import { mergeSuggestions, suggest, type Suggestions } from '../domain/catalogue/suggestions.ts'
import { itemListSize } from '../domain/item.ts'
import type { Bindings } from '../web/bindings.ts'
import type { CatalogueSearch } from './search/catalogue-search.ts'
import type { Store } from './store.ts'

export interface SuggestionsOptions {
  readonly store: Pick<Store, 'newest'>
  readonly search: Pick<CatalogueSearch, 'isIndexed' | 'overview' | 'facets'>
}

/**
 * `GET /`: suggestions for anyone who adds an item: the categories, sizes and colours of the whole catalogue. Sizes and
 * colours of the newest items come first, as they are written: `S / M` is more than one value of the catalogue.
 *
 * While the index is not filled, all come from the newest items, which are in memory: a visitor of the form must not make the
 * shop read every item.
 */
export function createSuggestionsApi({ store, search }: SuggestionsOptions) {
  let last: { readonly key: string; readonly body: Buffer<ArrayBuffer> } | undefined
  return new Hono<Bindings>().get('/', async (context) => {
    const isIndexed = search.isIndexed()
    const { revision, items } = await store.newest(itemListSize)
    const key = `${revision} ${isIndexed}`
    if (last?.key !== key) {
      const newest = suggest(items)
      const suggestions = isIndexed ? await suggestAll(search, newest) : newest
      last = { key, body: Buffer.from(JSON.stringify(suggestions)) }
    }
    return context.body(last.body, 200, { 'Content-Type': 'application/json' })
  })
}

async function suggestAll(search: SuggestionsOptions['search'], newest: Suggestions): Promise<Suggestions> {
  const [{ categories }, { sizes, colors }] = await Promise.all([search.overview(), search.facets(null)])
  const all = { category: namesOf(categories), size: namesOf(sizes), color: namesOf(colors) }
  return mergeSuggestions({ ...newest, category: [] }, all)
}

function namesOf(values: readonly { readonly name: string }[]): string[] {
  return values.map(({ name }) => name)
}
